import type { GuardOptions } from './guard.options.ts';
import { parseGuardOptions } from './guard.settings.ts';

const good = { issuer: 'https://auth.example.com', audience: 'https://notes.example.com' };
const client = { clientId: 'a', clientSecret: 'b' };

describe('parseGuardOptions', () => {
  it('fills in the defaults', () => {
    const settings = parseGuardOptions(good);
    expect(settings).toMatchObject({
      issuers: [{ issuer: good.issuer, audiences: [good.audience], jwksUri: `${good.issuer}/.well-known/jwks.json` }],
      audiences: [good.audience],
      realm: 'api',
      scopeHierarchy: new Map(),
      policy: undefined,
    });
    expect(settings.cacheSize).toBe(10_000);
    expect(Math.abs(settings.clock.now() - Date.now())).toBeLessThan(1_000);
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it.each<[Partial<GuardOptions>]>([
    [{ issuer: 'http://localhost:3000' }],
    [{ issuer: 'http://127.0.0.1:3000/auth' }],
    [{ issuer: 'http://[::1]' }],
    [{ jwksUri: 'https://keys.example.com/set?v=1' }],
  ])('takes %j', (change) => {
    expect(parseGuardOptions({ ...good, ...change }).issuers).toMatchObject([change]);
  });

  it.each<[Partial<GuardOptions>]>([
    [{ realm: 'Notes, all of them' }],
    [{ resourceMetadata: 'https://notes.example.com/.well-known/oauth-protected-resource' }],
    [{ errorUri: 'https://docs.example.com/errors/guard/{code}.html' }],
    [{ cacheSize: 0 }],
    [{ insecureHosts: [] }],
    [{ insecureHosts: ['auth', 'notes-1.internal'] }],
    [{ cacheSize: 1_000_000 }],
  ])('takes %j', (change) => {
    expect(parseGuardOptions({ ...good, ...change })).toMatchObject(change);
  });

  it.each([['https://api.example.com/'], [['https://a.example.com', 'https://b.example.com']]])(
    'takes the audience %j',
    (audience) => {
      expect(parseGuardOptions({ ...good, audience }).audiences).toEqual([audience].flat());
    },
  );

  it.each<[Record<string, unknown>, RegExp]>([
    [{ issuer: undefined }, /- issuer must be a URL; got nothing/],
    [{ issuer: 'auth.example.com' }, /- issuer must be a URL; got "auth.example.com"/],
    [{ issuer: 7 }, /- issuer must be a URL; got 7/],
    [{ issuer: 'http://auth.example.com' }, /- issuer must be an https URL \(http only on localhost/],
    [{ issuer: 'http://localhost.example.com' }, /- issuer must be an https URL/],
    [{ issuer: 'ftp://localhost' }, /- issuer must be an https URL/],
    [{ issuer: 'https://auth.example.com/' }, /- issuer must have no query and no trailing slash/],
    [{ issuer: 'https://auth.example.com?a=b' }, /- issuer must have no query/],
    [{ issuer: 'https://auth.example.com#' }, /- issuer must have no fragment/],
    [{ issuer: 'https://u:p@auth.example.com' }, /- issuer must not contain a user name or password$/],
    [{ audience: 'notes' }, /- audience must be a URL; got "notes"/],
    [{ audience: [] }, /- audience must name at least one audience/],
    [{ audience: ['https://a.example.com', 'b'] }, /- audience must be a URL; got "b"/],
    [{ scopeHierarchy: { a: ['a'] } }, /- scopeHierarchy is circular: a > a/],
    [{ scopeHierarchy: 'a' }, /- scopeHierarchy must be an object/],
    [{ claims: {} }, /- claims must be a class or a function/],
    [{ meter: {} }, /- meter must be a Meter of @opentelemetry\/api/],
    [{ onRefused: 'log' }, /- onRefused must be a function/],
    [{ policy: {} }, /- policy must be a class or an object with decide\(\)/],
    [{ audience: 'http://notes.example.com' }, /- audience must be an https URL/],
    [{ jwksUri: 'http://keys.example.com' }, /- jwksUri must be an https URL/],
    [{ realm: 'a"b' }, /- realm must be printable ASCII/],
    [{ errorUri: '/errors/{code}' }, /- errorUri must be a URL/],
    [{ errorUri: 'https://docs.example.com/"{code}"' }, /- errorUri must be printable ASCII/],
    [{ errorUri: 'https://docs.example.com/errors' }, /- errorUri must contain \{code\} instead of the error code/],
    [{ resourceMetadata: '/.well-known/oauth-protected-resource' }, /- resourceMetadata must be a URL/],
    [{ resourceMetadata: 'http://notes.example.com/metadata' }, /- resourceMetadata must be an https URL/],
    [{ resourceMetadata: 'https://notes.example.com/"' }, /- resourceMetadata must be printable ASCII/],
    [{ dpop: 'yes' }, /- dpop must be accepted or required; got "yes"/],
    [{ usedProofs: {} }, /- usedProofs must be an object with use\(/],
    [{ insecureHosts: 'auth' }, /- insecureHosts must be host names such as auth: .*; got "auth"$/],
    [{ insecureHosts: ['*.internal'] }, /- insecureHosts must be host names/],
    [{ insecureHosts: ['auth:3000'] }, /- insecureHosts must be host names/],
    [{ insecureHosts: ['Auth'] }, /- insecureHosts must be host names/],
    [{ insecureHosts: ['10.0.0.1'] }, /- insecureHosts must be host names/],
    [{ insecureHosts: [undefined] }, /- insecureHosts must be host names/],
    [{ insecureHosts: ['auth'], issuer: 'http://sub.auth' }, /- issuer must be an https URL .* and insecureHosts\)/],
    [{ realm: '' }, /- realm must be/],
    [{ cacheSize: -1 }, /- cacheSize must be a whole number from 0 to 1000000; got -1/],
    [{ cacheSize: 1_000_001 }, /- cacheSize must be/],
    [{ cacheSize: 1.5 }, /- cacheSize must be/],
    [{ cacheSize: '10' }, /- cacheSize must be/],
    [{ cacheSize: null }, /- cacheSize must be/],
    [{ clock: { now: () => 0, elapsed: 1 } }, /- clock must be an object with now\(\), .* and perhaps elapsed\(\)/],
    [{ messageTokens: () => 'token' }, /- messageTokens must be an object with a function for each kind of message/],
    [{ messageTokens: { rmq: 'token' } }, /- messageTokens must be an object with a function/],
    [{ messageTokens: { http: () => 'token' } }, /- messageTokens is for messages, not for http$/],
    [{ clock: {} }, /- clock must be an object with now\(\)/],
  ])('refuses %j', (change, message) => {
    expect(() => parseGuardOptions({ ...good, ...change })).toThrow(message);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [
      { isuer: 'x' },
      /- there is no option isuer \(did you mean issuer\?\); there are issuer, issuers, audience, jwksUri, /,
    ],
    [{ jwks_uri: 'x' }, /- there is no option jwks_uri \(did you mean jwksUri\?\);/],
    [{ colour: 1, reelm: 'x' }, /- there is no option colour or reelm \(did you mean realm\?\);/],
    [
      { revocations: { onstale: 'reject' } },
      /no option revocations\.onstale \(did you mean onStale\?\); there are uri, /,
    ],
    [
      { revocations: { credentials: { ...client, id: 'a' } } },
      /no option revocations\.credentials\.id; there are clientId, clientSecret$/,
    ],
    [
      { issuer: undefined, issuers: [{ issuer: good.issuer, audiences: 'x', revocations: { url: 'x' } }] },
      /no option issuers\[0\]\.audiences \(did you mean audience\?\);[^]*no option issuers\[0\]\.revocations\.url/,
    ],
    [
      { issuer: undefined, issuers: [{ issuer: good.issuer, introspection: { ...client, max_age: 1 } }] },
      /no option issuers\[0\]\.introspection\.max_age \(did you mean maxAge\?\);/,
    ],
  ])('names options that there are none of, and those that there are: %j', (change, message) => {
    expect(() => parseGuardOptions({ ...good, ...change })).toThrow(message);
  });

  it('names all that is wrong at once', () => {
    const wrong = () => parseGuardOptions({ issuer: 'a', audience: 'b', realm: '"' });
    expect(wrong).toThrow(/wrong options:\n- issuer .*\n- audience .*\n- realm /);
    expect(() => parseGuardOptions(undefined as unknown as GuardOptions)).toThrow(/- issuer .*\n- audience /);
  });
});
