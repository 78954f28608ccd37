import type { RequiredAuthentication } from '../../bearer/bearer-fault.ts';
import { assertAuthentication } from './authentication.rule.ts';
import type { VerifiedAccessToken } from './verified-access-token.ts';

const NOW = 1_800_000_000_000;
const check = (claims: object, required: RequiredAuthentication) => () =>
  assertAuthentication({ claims } as VerifiedAccessToken, required, NOW);

describe('assertAuthentication (RFC 9470)', () => {
  it.each<[object, RequiredAuthentication]>([
    [{ auth_time: NOW / 1_000 - 300 }, { maxAge: 300 }],
    [{ auth_time: NOW / 1_000 + 5 }, { maxAge: 300 }],
    [{ acr: 'b' }, { acr: ['a', 'b'] }],
    [
      { acr: 'a', auth_time: NOW / 1_000 },
      { acr: ['a'], maxAge: 1 },
    ],
  ])('%j is enough for %j', (claims, required) => {
    expect(check(claims, required)).not.toThrow();
  });

  it.each<[object, RequiredAuthentication, string]>([
    [{ auth_time: NOW / 1_000 - 301 }, { maxAge: 300 }, 'auth_time'],
    [{}, { maxAge: 300 }, 'auth_time'],
    [{ auth_time: String(NOW / 1_000) }, { maxAge: 300 }, 'auth_time'],
    [{ auth_time: NaN }, { maxAge: 300 }, 'auth_time'],
    [{ acr: 'c' }, { acr: ['a', 'b'] }, 'acr'],
    [{ acr: ['a'] }, { acr: ['a'] }, 'acr'],
    [{}, { acr: ['a'] }, 'acr'],
    [{ acr: 'a', auth_time: 1 }, { acr: ['a'], maxAge: 300 }, 'auth_time'],
  ])('%j is not enough for %j: %s', (claims, required, reason) => {
    expect(check(claims, required)).toThrow(
      expect.objectContaining({
        code: 'insufficient_user_authentication',
        message: expect.stringMatching(reason) as string,
        details: { authentication: required, reason: expect.any(String) as string },
      }) as Error,
    );
  });
});
