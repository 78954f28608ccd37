import { accessTokenClaims } from './access-token-claims';

const SUBJECT = {
  issuer: 'https://auth.example.com',
  subject: 'account',
  clientId: 'client',
  audience: 'https://notes.example.com',
  scope: ['notes:read', 'notes:write'],
  familyId: 'family',
};

describe('accessTokenClaims', () => {
  it('says what RFC 9068 §2.2 asks for, and the family', () => {
    expect(accessTokenClaims(SUBJECT, { now: 1_000_000_000, ttl: 60, jti: 'id' })).toEqual({
      iss: 'https://auth.example.com',
      sub: 'account',
      aud: 'https://notes.example.com',
      client_id: 'client',
      scope: 'notes:read notes:write',
      iat: 1_000_000,
      exp: 1_000_060,
      jti: 'id',
      fam: 'family',
    });
  });

  it('rounds down: a token never outlives its lifetime', () => {
    expect(accessTokenClaims(SUBJECT, { now: 1999, ttl: 10, jti: 'id' })).toMatchObject({ iat: 1, exp: 11 });
  });
});
