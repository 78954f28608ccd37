import { userinfoClaims } from './userinfo-claims';

const ADA = { id: 'account', name: 'Ada', email: 'ada@example.com', emailVerifiedAt: null };
const NAME = { name: 'Ada' };
const EMAIL = { email: 'ada@example.com', email_verified: false };

describe('userinfoClaims', () => {
  it.each([
    ['openid', {}],
    ['openid profile', NAME],
    ['openid email', EMAIL],
    ['email profile openid notes:read', { ...NAME, ...EMAIL }],
    ['openid profiles emails', {}],
  ])('of %s', (scope, more) => {
    expect(userinfoClaims(ADA, scope.split(' '))).toEqual({ sub: 'account', ...more });
  });

  it('says so of a verified email', () => {
    const claims = userinfoClaims({ ...ADA, emailVerifiedAt: 1 }, ['email']);
    expect(claims).toEqual({ sub: 'account', ...EMAIL, email_verified: true });
  });

  it('leaves out what is not known', () => {
    const unknown = { id: 'account', name: null, email: null, emailVerifiedAt: null };
    expect(userinfoClaims(unknown, ['openid', 'profile', 'email'])).toEqual({ sub: 'account' });
  });
});
