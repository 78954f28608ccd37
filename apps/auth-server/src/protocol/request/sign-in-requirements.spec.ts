import {
  type AuthenticationDemand,
  PASSWORD_ACR,
  isAuthenticated,
  isOutOfReach,
  parseMaxAge,
  takesAnySignIn,
  wantsNewSignIn,
} from './sign-in-requirements';
import { OAuthError } from '../oauth-error';

const NOW = 1_763_600_000_000;
const NOTHING: AuthenticationDemand = { prompt: [], maxAge: null, acrValues: [] };

describe('whether a sign-in will do (OpenID Connect Core §3.1.2.1, RFC 9470 §5)', () => {
  const signedIn = (secondsAgo: number, acr: string | null = PASSWORD_ACR) => ({
    authTime: NOW - secondsAgo * 1000,
    acr,
  });

  it.each<[string, Partial<AuthenticationDemand>, number, boolean]>([
    ['any, where nothing is asked', {}, 1e6, true],
    ['one as old as max_age', { maxAge: 60 }, 60, true],
    ['one older than max_age', { maxAge: 60 }, 61, false],
    ['one since a login was asked for', { prompt: ['login'] }, 10, true],
    ['one before a login was asked for', { prompt: ['login'] }, 11, false],
    ['one since max_age=0 was asked for', { maxAge: 0 }, 10, true],
    ['one before max_age=0 was asked for', { maxAge: 0 }, 11, false],
    ['one that is both new and not too old', { prompt: ['login'], maxAge: 5 }, 10, false],
    ['one of a class that is asked for', { acrValues: ['other', PASSWORD_ACR] }, 1e6, true],
    ['one of no class that is asked for', { acrValues: ['other'] }, 0, false],
  ])('%s', (_, demand, secondsAgo, fits) => {
    const at = { now: NOW, demandedAt: NOW - 10_000 };
    expect(isAuthenticated(signedIn(secondsAgo), { ...NOTHING, ...demand }, at)).toBe(fits);
  });

  it('one of unknown class meets no class', () => {
    const demand = { ...NOTHING, acrValues: [PASSWORD_ACR] };
    expect(isAuthenticated(signedIn(0, null), demand, { now: NOW, demandedAt: 0 })).toBe(false);
  });

  it.each<[string, string[], boolean, boolean]>([
    ['no class', [], false, false],
    ['the class of a password among others', ['other', PASSWORD_ACR], false, false],
    ['other classes', ['other'], false, true],
    ['other classes, which trusted issuers may bring', ['other'], true, false],
  ])('one of %s: out of reach is %j %j %j', (_, acrValues, hasTrustedIssuers, outOfReach) => {
    expect(isOutOfReach({ ...NOTHING, acrValues }, hasTrustedIssuers)).toBe(outOfReach);
  });

  it('a new one is wanted for login and for an age of nothing', () => {
    const wanted = [{}, { prompt: ['consent'] as const }, { prompt: ['login'] as const }, { maxAge: 0 }, { maxAge: 1 }];
    expect(wanted.map((demand) => wantsNewSignIn({ ...NOTHING, ...demand }))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it.each<[string, Partial<AuthenticationDemand>, boolean]>([
    ['nothing', {}, true],
    ['a consent', { prompt: ['consent'] }, true],
    ['a login', { prompt: ['login'] }, false],
    ['an age of nothing', { maxAge: 0 }, false],
    ['an age', { maxAge: 1 }, false],
    ['a class', { acrValues: [PASSWORD_ACR] }, false],
  ])('any will do where %s is asked for: %j %j', (_, demand, any) => {
    expect(takesAnySignIn({ ...NOTHING, ...demand })).toBe(any);
  });
});

describe('max_age', () => {
  it.each([
    [undefined, null],
    ['0', 0],
    ['86400', 86_400],
  ])('%j is %j', (text, seconds) => expect(parseMaxAge(text)).toBe(seconds));

  it.each(['-1', '1.5', 'x', ' 1', '9999999999'])('%j is refused', (text) => {
    expect(() => parseMaxAge(text)).toThrow(OAuthError);
  });
});
