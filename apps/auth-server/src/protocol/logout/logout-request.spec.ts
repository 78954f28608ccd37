import { type LogoutHint, type LogoutParameters, logoutClientId, logoutTarget, provesSession } from './logout-request';
import { OAuthError } from '../oauth-error';

const HINT: LogoutHint = { aud: 'client', sub: 'account', sid: 'session' };
const CLIENT = { enabled: true, postLogoutRedirectUris: ['https://rp.example/bye', 'https://rp.example/?a=b'] };
const URI = { post_logout_redirect_uri: 'https://rp.example/bye' };

describe('logoutClientId', () => {
  it.each<[LogoutParameters, LogoutHint | null, string | null]>([
    [{}, null, null],
    [{ client_id: 'client' }, null, 'client'],
    [{ id_token_hint: 'a token' }, HINT, 'client'],
    [{ id_token_hint: 'a token', client_id: 'client' }, HINT, 'client'],
  ])('of %j with the hint %j is %j', (parameters, hint, clientId) => {
    expect(logoutClientId(parameters, hint)).toBe(clientId);
  });

  it.each<[string, LogoutParameters, LogoutHint | null]>([
    ['a hint that says nothing', { id_token_hint: 'nonsense', client_id: 'client' }, null],
    ['another application', { id_token_hint: 'a token', client_id: 'other' }, HINT],
  ])('refuses %s', (_, parameters, hint) => {
    expect(() => logoutClientId(parameters, hint)).toThrow(OAuthError);
  });
});

describe('logoutTarget', () => {
  it.each<[LogoutParameters, string | null]>([
    [{}, null],
    [{ state: 's' }, null],
    [URI, 'https://rp.example/bye'],
    [{ ...URI, state: 'a b' }, 'https://rp.example/bye?state=a%20b'],
    [{ post_logout_redirect_uri: 'https://rp.example/?a=b', state: 's' }, 'https://rp.example/?a=b&state=s'],
  ])('of %j is %j', (parameters, target) => {
    expect(logoutTarget(parameters, CLIENT)).toBe(target);
  });

  it.each(['https://rp.example/bye/', 'https://rp.example/bye?', 'https://RP.example/bye', 'https://evil.example/'])(
    'is not %s, which nobody registered',
    (uri) => {
      expect(() => logoutTarget({ post_logout_redirect_uri: uri }, CLIENT)).toThrow(OAuthError);
    },
  );

  it.each([null, { ...CLIENT, enabled: false }, { ...CLIENT, postLogoutRedirectUris: null }])(
    'needs an application that registered it: %j is none',
    (client) => {
      expect(() => logoutTarget(URI, client)).toThrow(OAuthError);
      expect(logoutTarget({}, client)).toBeNull();
    },
  );
});

describe('provesSession', () => {
  const SESSION = { accountId: 'account', sessionId: 'session' };

  it.each<[LogoutHint | null, boolean]>([
    [HINT, true],
    [null, false],
    [{ ...HINT, sub: 'another' }, false],
    [{ ...HINT, sid: 'another' }, false],
    [{ aud: 'client', sub: 'account' }, false],
  ])('by %j: %s', (hint, proves) => {
    expect(provesSession(hint, SESSION)).toBe(proves);
  });
});
