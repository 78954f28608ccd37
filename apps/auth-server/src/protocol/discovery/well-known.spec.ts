import { behindPrefix, withoutSlash } from './well-known';

describe('a well-known path before the issuer’s', () => {
  it.each([
    ['/.well-known/oauth-authorization-server/auth/v1', '/auth/v1/.well-known/oauth-authorization-server'],
    ['/.well-known/openid-configuration/auth/v1', '/auth/v1/.well-known/openid-configuration'],
    ['/.well-known/openid-configuration/auth/v1?a=/b?c', '/auth/v1/.well-known/openid-configuration?a=/b?c'],
  ])('%s is %s', (target, behind) => {
    expect(behindPrefix(target, '/auth/v1')).toBe(behind);
  });

  it.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/',
    '/.well-known/oauth-authorization-server/auth',
    '/.well-known/oauth-authorization-server/auth/v1/',
    '/.well-known/oauth-authorization-server/auth/v12',
    '/.well-known/jwks.json/auth/v1',
    '/auth/v1/.well-known/oauth-authorization-server/auth/v1',
    '/auth/v1/oauth2/token',
  ])('%s stays', (target) => {
    expect(behindPrefix(target, '/auth/v1')).toBe(target);
  });

  it('is nothing where the issuer has no path', () => {
    expect(behindPrefix('/.well-known/openid-configuration/', '')).toBe('/.well-known/openid-configuration/');
  });
});

describe('a well-known path with a slash at its end', () => {
  it.each([
    ['/.well-known/jwks.json/', '/.well-known/jwks.json'],
    ['/auth/.well-known/openid-configuration/?a=/', '/auth/.well-known/openid-configuration?a=/'],
    ['/.well-known/oauth-authorization-server/auth/', '/.well-known/oauth-authorization-server/auth'],
    ['/.well-known/jwks.json//', '/.well-known/jwks.json//'],
    ['/.well-known/jwks.json?a=/', '/.well-known/jwks.json?a=/'],
    ['/oauth2/token/', '/oauth2/token/'],
    ['/oauth2/token/?a=/.well-known/', '/oauth2/token/?a=/.well-known/'],
  ])('%s is %s', (target, path) => expect(withoutSlash(target)).toBe(path));
});
