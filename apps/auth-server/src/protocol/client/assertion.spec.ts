import {
  type AssertionRules,
  JWT_BEARER,
  assertAssertionClaims,
  assertAssertionRules,
  parseClientAssertion,
} from './assertion';

const NOW = 1_700_000_000_000;
const SECONDS = NOW / 1000;
const issuer = 'https://auth.example.com';
const GOOD = { iss: 'id', sub: 'id', aud: issuer, exp: SECONDS + 60, jti: 'one' };

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const jwt = (claims: object, header: object = {}) => `${encode({ alg: 'ES256', ...header })}.${encode(claims)}.c2ln`;
const parse = (client_assertion: string) =>
  parseClientAssertion({ client_assertion, client_assertion_type: JWT_BEARER });

const ANY: AssertionRules = { clientAssertionAudience: 'any', tokenEndpointAuthSigningAlg: null };
const BY_DEFAULT: AssertionRules = { ...ANY, clientAssertionAudience: 'issuer' };

function judge(claims: object, rules = BY_DEFAULT, header: object = {}) {
  const [assertion, receipt] = [parse(jwt({ ...GOOD, ...claims }, header))!, { issuer, now: NOW }];
  const use = assertAssertionClaims(assertion, receipt);
  assertAssertionRules(assertion, rules, receipt);
  return use;
}

describe('parseClientAssertion', () => {
  it('reads whose it is', () => {
    expect(parse(jwt(GOOD))).toEqual({ text: jwt(GOOD), clientId: 'id', header: { alg: 'ES256' }, claims: GOOD });
    expect(parseClientAssertion({})).toBeNull();
  });

  it.each([
    ['the type alone', { client_assertion_type: JWT_BEARER }],
    ['the assertion alone', { client_assertion: jwt(GOOD) }],
  ])('%s is invalid_request', (_, parameters) => {
    expect(() => parseClientAssertion(parameters)).toThrow('invalid_request');
  });

  it.each([
    ['no JWT', 'text'],
    ['a JWT whose claims are no object', `${encode({ alg: 'ES256' })}.${encode([])}.c2ln`],
    ['no sub', jwt({ ...GOOD, sub: undefined })],
    ['an empty sub', jwt({ ...GOOD, iss: '', sub: '' })],
    ['a sub that is no text', jwt({ ...GOOD, iss: 1, sub: 1 })],
    ['another iss', jwt({ ...GOOD, iss: 'other' })],
    ['an access token', jwt(GOOD, { typ: 'at+jwt' })],
    ['a request object', jwt(GOOD, { typ: 'oauth-authz-req+jwt' })],
  ])('%s is invalid_client', (_, text) => {
    expect(() => parse(text)).toThrow('invalid_client');
  });

  it.each(['JWT', 'jwt', 'client-authentication+jwt', 'application/jwt'])('may be called %s', (typ) => {
    expect(parse(jwt(GOOD, { typ }))).toMatchObject({ clientId: 'id' });
  });

  it('of another type is invalid_client', () => {
    const saml = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer';
    const parameters = { client_assertion: jwt(GOOD), client_assertion_type: saml };
    expect(() => parseClientAssertion(parameters)).toThrow('invalid_client');
  });
});

describe('the claims of an assertion', () => {
  it.each([
    ['the issuer as a list of one', { aud: [issuer] }],
    ['the longest life', { exp: SECONDS + 360 }],
    ['the last moment of its life', { exp: SECONDS + 0.001 }],
    ['a clock a minute ahead', { iat: SECONDS + 60, nbf: SECONDS + 60 }],
  ])('takes %s', (_, claims) => expect(judge(claims).hash).toMatch(/^[0-9a-f]{64}$/));

  it.each([
    ['no aud', { aud: undefined }],
    ['the token endpoint as aud', { aud: `${issuer}/oauth2/token` }],
    ['the issuer with a slash', { aud: `${issuer}/` }],
    ['the issuer beside another', { aud: [issuer, 'https://other.example.com'] }],
    ['no exp', { exp: undefined }],
    ['an exp that is no number', { exp: String(SECONDS + 60) }],
    ['the moment of its expiry', { exp: SECONDS }],
    ['a life too long', { exp: SECONDS + 361 }],
    ['an nbf to come', { nbf: SECONDS + 61 }],
    ['an iat to come', { iat: SECONDS + 61 }],
    ['an iat that is no number', { iat: 'now' }],
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['a jti that is no text', { jti: 1 }],
  ])('refuses %s', (_, claims) => expect(() => judge(claims)).toThrow('invalid_client'));

  const endpoints = ['token', 'access_token', 'par', 'introspect', 'revoke', 'device_authorization'];
  const own = endpoints.map((name) => `${issuer}/oauth2/${name}`);
  // openid-client 5 names the issuer beside the token endpoint.
  it.each([...own.map((url) => [url]), [issuer, `${issuer}/oauth2/token`]])(
    'aud %s is for applications with client_assertion_audience any',
    (...aud) => {
      for (const claims of [{ aud: aud.length === 1 ? aud[0] : aud }, { aud }]) {
        expect(judge(claims, ANY).hash).toMatch(/^[0-9a-f]{64}$/);
        expect(() => judge(claims)).toThrow(
          `the aud of the client assertion must be ${issuer} only, unless client_assertion_audience of the application is any`,
        );
      }
    },
  );

  it('a life of an hour too', () => {
    expect(judge({ exp: SECONDS + 3660 }, ANY).expiresAt).toBe(NOW + 3_720_000);
    expect(() => judge({ exp: SECONDS + 361 })).toThrow(/at most 300 seconds ahead, unless client_assertion_audience/);
  });

  it.each([
    ['the token endpoint beside another server', { aud: [`${issuer}/oauth2/token`, 'https://other.example.com'] }],
    ['the issuer beside another server', { aud: [issuer, 'https://other.example.com'] }],
    ['an empty list', { aud: [] }],
    ['a list in a list', { aud: [[issuer]] }],
    ['another endpoint', { aud: `${issuer}/oauth2/authorize` }],
    ['a token endpoint of another server', { aud: 'https://other.example.com/oauth2/token' }],
    ['the token endpoint with a slash', { aud: `${issuer}/oauth2/token/` }],
    ['more than an hour', { exp: SECONDS + 3661 }],
  ])('any does not mean %s', (_, claims) => expect(() => judge(claims, ANY)).toThrow('invalid_client'));

  it('an application with a registered alg signs by that alone', () => {
    const rules = { ...BY_DEFAULT, tokenEndpointAuthSigningAlg: 'PS256' };
    expect(judge({}, rules, { alg: 'PS256' }).hash).toMatch(/^[0-9a-f]{64}$/);
    expect(() => judge({}, rules, { alg: 'RS256' })).toThrow(
      'alg of the client assertion must be PS256, the token_endpoint_auth_signing_alg',
    );
  });

  it('remembers whose it was, by which jti, until no clock takes it any more', () => {
    expect(judge({}).expiresAt).toBe(NOW + 120_000);
    expect(judge({}).hash).toBe(judge({ exp: SECONDS + 10 }).hash);
    expect(judge({}).hash).not.toBe(judge({ jti: 'two' }).hash);
    expect(judge({}).hash).not.toBe(judge({ iss: 'other', sub: 'other' }).hash);
  });
});
