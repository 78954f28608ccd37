import { logoutTokenClaims } from './logout-token-claims';

const ENDED = { issuer: 'https://auth.example.com', accountId: 'account', clientId: 'client', sid: 'session' };

describe('logoutTokenClaims', () => {
  it('are those of Back-Channel Logout §2.4, for two minutes', () => {
    expect(logoutTokenClaims(ENDED, { now: 1_471_566_154_999, jti: 'bWJq' })).toEqual({
      iss: 'https://auth.example.com',
      sub: 'account',
      aud: 'client',
      iat: 1_471_566_154,
      exp: 1_471_566_274,
      jti: 'bWJq',
      sid: 'session',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  it('name no session where none is known', () => {
    expect(logoutTokenClaims({ ...ENDED, sid: null }, { now: 0, jti: 'j' })).not.toHaveProperty('sid');
  });
});
