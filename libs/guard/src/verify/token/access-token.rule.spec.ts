import { assertAccessToken } from './access-token.rule.ts';
import { RFC9068 } from './profiles/rfc9068.ts';

const AUDIENCE = 'https://notes.example.com';
const NOW = 1_800_000_000_000;
const seconds = NOW / 1_000;
const expected = { issuer: 'https://auth.example.com', audiences: [AUDIENCE], profile: RFC9068, now: NOW };
const header = { typ: 'at+jwt', alg: 'ES256', kid: 'k' };
const payload = {
  iss: expected.issuer,
  sub: 'ada',
  aud: AUDIENCE,
  client_id: 'app',
  scope: 'notes:read notes:write',
  iat: seconds - 10,
  exp: seconds + 10,
  jti: 'j1',
  fam: 'f1',
};

const accept = (change: object = {}, headerChange: object = {}) =>
  assertAccessToken({ ...header, ...headerChange }, { ...payload, ...change }, expected);

describe('assertAccessToken (RFC 9068 §4)', () => {
  it('says what the token says, frozen, in milliseconds', () => {
    const token = accept();
    expect(token).toEqual({
      issuer: expected.issuer,
      subject: 'ada',
      audience: [AUDIENCE],
      clientId: 'app',
      scopes: ['notes:read', 'notes:write'],
      familyId: 'f1',
      tokenId: 'j1',
      issuedAt: NOW - 10_000,
      expiresAt: NOW + 10_000,
      claims: payload,
    });
    for (const part of [token, token.scopes, token.audience, token.claims]) expect(Object.isFrozen(part)).toBe(true);
  });

  it.each<[string, object, object?]>([
    ['typ in capitals', {}, { typ: 'AT+JWT' }],
    ['typ in full', {}, { typ: 'application/at+jwt' }],
    ['several audiences', { aud: ['https://other.example.com', AUDIENCE] }],
    ['no scope', { scope: undefined }],
    ['no family', { fam: undefined }],
    ['the last millisecond', { exp: (NOW + 1) / 1_000 }],
    ['nbf now', { nbf: seconds }],
    ['nbf 59 s ahead', { nbf: seconds + 59 }],
    ['nbf 60 s ahead', { nbf: seconds + 60 }],
    ['nbf in the past', { nbf: 0 }],
    ['an unknown claim', { constructor: {} }],
  ])('takes %s', (_, change, headerChange = {}) => {
    expect(accept(change, headerChange).subject).toBe('ada');
  });

  it.each<[string, object, object?]>([
    ['no typ', {}, { typ: undefined }],
    ['typ JWT', {}, { typ: 'JWT' }],
    ['typ session+jwt', {}, { typ: 'session+jwt' }],
    ['typ at+jwt with more', {}, { typ: 'at+jwt;a=b' }],
    ['typ that is no text', {}, { typ: ['at+jwt'] }],
    ['no iss', { iss: undefined }],
    ['another iss', { iss: 'https://auth.example.org' }],
    ['iss with a slash', { iss: `${expected.issuer}/` }],
    ['iss in an array', { iss: [expected.issuer] }],
    ['no aud', { aud: undefined }],
    ['another aud', { aud: 'https://other.example.com' }],
    ['aud with a slash', { aud: `${AUDIENCE}/` }],
    ['aud that only contains it', { aud: `${AUDIENCE}.evil.example` }],
    ['an empty aud', { aud: [] }],
    ['aud with what is no text', { aud: [AUDIENCE, 1] }],
    ['no sub', { sub: undefined }],
    ['an empty sub', { sub: '' }],
    ['sub that is no text', { sub: 7 }],
    ['no client_id', { client_id: undefined }],
    ['client_id that is no text', { client_id: {} }],
    ['no jti', { jti: undefined }],
    ['scope that is no text', { scope: ['notes:read'] }],
    ['fam that is no text', { fam: 1 }],
    ['no iat', { iat: undefined }],
    ['iat as text', { iat: '1' }],
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: String(seconds + 10) }],
    ['exp without end', { exp: Infinity }],
    ['exp null', { exp: null }],
    ['exp that is no number', { exp: NaN }],
    ['exp that is huge', { exp: 1e300 }],
    ['exp in milliseconds beyond all dates', { exp: 8_640_000_000_001 }],
    ['exp before 1970', { exp: -1 }],
    ['iat before 1970', { iat: -1 }],
    ['nbf before 1970', { nbf: -1 }],
    ['nbf as text', { nbf: '1' }],
    ['nbf null', { nbf: null }],
    ['nbf 61 s ahead', { nbf: seconds + 61 }],
  ])('refuses %s', (_, change, headerChange = {}) => {
    expect(() => accept(change, headerChange)).toThrow(
      expect.objectContaining({ code: 'invalid_token', description: 'The access token is not valid' }) as Error,
    );
  });

  it.each([
    ['the instant itself', { exp: seconds }],
    ['a millisecond ago', { exp: (NOW - 1) / 1_000 }],
    ['a year ago', { exp: seconds - 31_536_000 }],
  ])('expired: %s', (_, change) => {
    expect(() => accept(change)).toThrow(expect.objectContaining({ description: 'The access token expired' }) as Error);
  });

  it('tells nobody that a token for another service expired', () => {
    const foreign = { aud: 'https://other.example.com', exp: 1 };
    expect(() => accept(foreign)).toThrow(
      expect.objectContaining({ description: 'The access token is not valid' }) as Error,
    );
  });

  it.each([['text'], [null], [undefined], [['array']], [1]])('refuses the payload %j', (value) => {
    expect(() => assertAccessToken(header, value, expected)).toThrow(
      expect.objectContaining({ code: 'invalid_token' }) as Error,
    );
  });
});
