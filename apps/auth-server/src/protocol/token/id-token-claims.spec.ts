import { ID_TOKEN_TTL, idTokenClaims, tokenHash } from './id-token-claims';

const SUBJECT = {
  issuer: 'https://auth.example.com',
  accountId: 'account',
  clientId: 'client',
  nonce: 'n-0S6_WzA2Mj',
  authTime: 1_311_280_969_999,
  acr: 'urn:acr',
  sid: 'session',
};
const ISSUED = { accessToken: 'token', alg: 'RS256', now: 1_311_280_970_999 };

describe('ID token claims', () => {
  it('tell the client of the sign-in, for an hour', () => {
    expect(idTokenClaims(SUBJECT, ISSUED)).toEqual({
      iss: 'https://auth.example.com',
      sub: 'account',
      aud: 'client',
      iat: 1_311_280_970,
      exp: 1_311_280_970 + ID_TOKEN_TTL,
      auth_time: 1_311_280_969,
      nonce: 'n-0S6_WzA2Mj',
      acr: 'urn:acr',
      at_hash: tokenHash('token', 'RS256'),
      sid: 'session',
    });
  });

  it.each([
    ['nonce', 'nonce'],
    ['authTime', 'auth_time'],
    ['acr', 'acr'],
    ['sid', 'sid'],
  ])('do not hold what is not known: without %s no %s', (field, claim) => {
    expect(idTokenClaims({ ...SUBJECT, [field]: null }, ISSUED)).not.toHaveProperty(claim);
  });

  it.each([
    // OpenID Connect Core §A.3: the access token and its at_hash.
    ['jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y', 'RS256', '77QmUPtjPfzWtF2AnpK9RQ'],
    ['jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y', 'ES256', '77QmUPtjPfzWtF2AnpK9RQ'],
    // FIPS 180-2: SHA-512 of "abc", its first 32 bytes.
    ['abc', 'EdDSA', '3a81oZNherrMQXNJriBBMRLm-k6JqX6iCp7u5ktV05o'],
  ])('the hash of %s under %s', (token, alg, hash) => {
    expect(tokenHash(token, alg)).toBe(hash);
  });
});
