import {
  type AuthenticationDemand,
  PASSWORD_ACR,
  isOutOfReach,
  isWorthAsking,
  parseMaxAge,
  type UnmetDemand,
  unmetDemand,
  wantsNewSignIn,
} from './sign-in-requirements';
import { OAuthError } from '../oauth-error';

const NOW = 1_763_600_000_000;
const NOTHING: AuthenticationDemand = { prompt: [], maxAge: null, acrValues: [], isAcrVoluntary: false };

describe('whether a sign-in will do (OpenID Connect Core §3.1.2.1, RFC 9470 §5)', () => {
  const signedIn = (secondsAgo: number, acr: string | null = PASSWORD_ACR) => ({
    authTime: NOW - secondsAgo * 1000,
    acr,
  });

  it.each<[string, Partial<AuthenticationDemand>, number, UnmetDemand | null]>([
    ['any, where nothing is asked', {}, 1e6, null],
    ['one as old as max_age', { maxAge: 60 }, 60, null],
    ['one older than max_age', { maxAge: 60 }, 61, 'max_age'],
    ['one since a login was asked for', { prompt: ['login'] }, 10, null],
    ['one before a login was asked for', { prompt: ['login'] }, 11, 'login'],
    ['one since max_age=0 was asked for', { maxAge: 0 }, 10, null],
    ['one before max_age=0 was asked for', { maxAge: 0 }, 11, 'login'],
    ['one that is both new and not too old', { prompt: ['login'], maxAge: 5 }, 10, 'max_age'],
    ['one of a class that is asked for', { acrValues: ['other', PASSWORD_ACR] }, 1e6, null],
    ['one of no class that is asked for', { acrValues: ['other'] }, 0, 'acr_values'],
    ['one of no class that is wished for', { acrValues: ['other'], isAcrVoluntary: true }, 1e6, null],
    [
      'one older than max_age, whatever is wished for',
      { acrValues: ['other'], isAcrVoluntary: true, maxAge: 60 },
      61,
      'max_age',
    ],
  ])('%s', (_, demand, secondsAgo, unmet) => {
    const at = { now: NOW, demandedAt: NOW - 10_000 };
    expect(unmetDemand(signedIn(secondsAgo), { ...NOTHING, ...demand }, at)).toBe(unmet);
  });

  it('one of unknown class meets no class', () => {
    const demand = { ...NOTHING, acrValues: [PASSWORD_ACR] };
    expect(unmetDemand(signedIn(0, null), demand, { now: NOW, demandedAt: 0 })).toBe('acr_values');
  });

  it('one of no class that is wished for, when the request comes for the first time, will not: it is asked for once', () => {
    const demand = { ...NOTHING, acrValues: ['other'], isAcrVoluntary: true };
    expect(unmetDemand(signedIn(0), demand, { now: NOW, demandedAt: NOW })).toBe('acr_values');
    expect(unmetDemand(signedIn(0, 'other'), demand, { now: NOW, demandedAt: NOW })).toBeNull();
  });

  it.each<[string, Partial<AuthenticationDemand>, boolean, boolean]>([
    ['a wish that trusted issuers may meet', {}, true, true],
    ['one that nothing can meet', {}, false, false],
    ['a demand', { isAcrVoluntary: false }, true, false],
    ['no class', { acrValues: [] }, true, false],
    ['a wish where nobody may be asked', { prompt: ['none'] }, true, false],
  ])('%s: another sign-in is worth asking for %j %j %j', (_, demand, hasTrustedIssuers, isWorth) => {
    const wish = { ...NOTHING, acrValues: ['other'], isAcrVoluntary: true, ...demand };
    expect(isWorthAsking(wish, hasTrustedIssuers)).toBe(isWorth);
    if (wish.isAcrVoluntary) expect(isOutOfReach(wish, hasTrustedIssuers)).toBe(false);
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
