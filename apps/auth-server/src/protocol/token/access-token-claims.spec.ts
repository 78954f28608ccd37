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

  it.each([
    [{ grantEpoch: 0, reissues: 0, grantClientId: 'client' }, {}],
    [{ grantEpoch: 2 }, { ge: 2 }],
    [{ reissues: 3 }, { rv: 3 }],
    [{ grantClientId: 'another' }, { gc: 'another' }],
    [
      { grantEpoch: 1, reissues: 1, grantClientId: 'another', familyId: null },
      { fam: undefined, rv: 1 },
    ],
  ])('of a grant %j it says %j', (more, expected) => {
    const { fam, ge, rv, gc } = accessTokenClaims({ ...SUBJECT, ...more }, { now: 1, ttl: 60, jti: 'id' });
    const said = Object.entries({ fam, ge, rv, gc }).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(said)).toEqual({ fam: 'family', ...expected });
  });

  it('rounds down: a token never outlives its lifetime', () => {
    expect(accessTokenClaims(SUBJECT, { now: 1999, ttl: 10, jti: 'id' })).toMatchObject({ iat: 1, exp: 11 });
  });
});
