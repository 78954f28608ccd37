import type { AccessTokenClaims } from './access-token-claims';
import { introspectAccessToken, introspectRefreshToken, mayIntrospect, signedIntrospection } from './introspection';

const NOTES = 'https://notes.example.com';
const ISSUER = 'https://auth.example.com';
const claims: AccessTokenClaims = {
  iss: ISSUER,
  sub: 'an-account',
  aud: NOTES,
  client_id: 'an-application',
  scope: 'notes:read',
  iat: 1,
  exp: 2,
  jti: 'a-token',
  fam: 'a-family',
};
const resource = (url: string, introspectionClients?: string[]) => ({
  url,
  name: '',
  scopes: [],
  ...(introspectionClients && { introspectionClients }),
});

describe('mayIntrospect', () => {
  const resources = [resource(NOTES, ['notes-service']), resource('https://b.example.com', ['b-service'])];

  it.each([
    ['an-application', true],
    ['notes-service', true],
    ['b-service', false],
    ['stranger', false],
  ])('%s: %s', (clientId, isSeen) => {
    expect(mayIntrospect(clientId, claims, resources)).toBe(isSeen);
  });

  it.each([
    ['an audience that names nobody', [resource(NOTES)]],
    ['an audience that is gone', []],
  ])('%s: by its own client alone', (_, few) => {
    expect(mayIntrospect('notes-service', claims, few)).toBe(false);
    expect(mayIntrospect('an-application', claims, few)).toBe(true);
  });
});

describe('introspectAccessToken', () => {
  it('says what the token says, but nothing of its grant', () => {
    const { fam, ...told } = claims;
    expect(fam).toBe('a-family');
    expect(introspectAccessToken({ ...claims, ge: 1, rv: 2, gc: 'another' })).toEqual({
      active: true,
      ...told,
      token_type: 'Bearer',
    });
  });

  it('tells of the key, the details and who acts', () => {
    const more = {
      cnf: { jkt: 'x' },
      authorization_details: [{ type: 'a' }],
      act: { sub: 'b', client_id: 'b' },
      auth_time: 1,
      acr: 'c',
    };
    expect(introspectAccessToken({ ...claims, ...more })).toMatchObject({ ...more, token_type: 'DPoP' });
  });
});

describe('introspectRefreshToken', () => {
  const token = {
    accountId: 'an-account',
    clientId: 1,
    publicClientId: 'an-application',
    scope: ['a', 'b'],
    expiresAt: 5_999,
    sid: null,
    authTime: null,
    acr: null,
    dpopJkt: null,
    authorizationDetails: null,
  };
  const least = {
    active: true,
    scope: 'a b',
    client_id: 'an-application',
    sub: 'an-account',
    iss: ISSUER,
    exp: 5,
    token_type: 'refresh_token',
  };

  it('leaves out what is not known', () => {
    expect(introspectRefreshToken(token, ISSUER)).toStrictEqual(least);
  });

  it('tells of all that is', () => {
    const known = { ...token, authTime: 3_999, acr: 'c', dpopJkt: 'x', authorizationDetails: '[{"type":"a"}]' };
    expect(introspectRefreshToken(known, ISSUER)).toStrictEqual({
      ...least,
      auth_time: 3,
      acr: 'c',
      cnf: { jkt: 'x' },
      authorization_details: [{ type: 'a' }],
    });
  });
});

it('signedIntrospection has no member beside these (RFC 9701 §5)', () => {
  const answer = { active: false };
  expect(signedIntrospection(answer, { issuer: ISSUER, clientId: 'service', now: 9_999 })).toEqual({
    iss: ISSUER,
    aud: 'service',
    iat: 9,
    token_introspection: answer,
  });
});
