import { DEFAULT_FIELDS } from './field-mapping';
import { changeProblems, registrationProblems, switchedFields } from './profile-changes';
import { assertFit, enforced, profileProblems } from './profile-problems';
import type { RegisteredFields } from './problems';
import { type ProfileContext, profileOf, rulesOf, underProfile } from './security-profile';

const SERVER: ProfileContext = { securityProfile: null, accessTokenAlg: 'ES256', issuer: 'https://auth.example.com' };
const FAPI_SERVER: ProfileContext = { ...SERVER, securityProfile: 'fapi2' };

const EC = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
const jwks = (...keys: object[]) => JSON.stringify({ keys });

const PLAIN: RegisteredFields = {
  ...DEFAULT_FIELDS,
  type: 'confidential',
  redirectUris: ['https://app.example.com/callback'],
};
const FIT: RegisteredFields = { ...PLAIN, securityProfile: 'fapi2', jwks: jwks(EC) };

describe('the security profile in force', () => {
  it("is the server's, which a client cannot leave, else the client's own", () => {
    expect(profileOf({ securityProfile: null }, SERVER)).toBe(rulesOf(null));
    expect(profileOf({ securityProfile: 'fapi2' }, SERVER)).toBe(rulesOf('fapi2'));
    expect(profileOf({ securityProfile: null }, FAPI_SERVER)).toBe(rulesOf('fapi2'));
  });

  it('leaves a client without one as it is', () => {
    expect(underProfile(PLAIN, SERVER)).toBe(PLAIN);
    expect(enforced(PLAIN, SERVER)).toEqual({ ...PLAIN, rules: rulesOf(null), misfits: [] });
  });

  it.each([
    ['of a client', FIT, SERVER],
    ['of the server', { ...FIT, securityProfile: null }, FAPI_SERVER],
  ])('%s counts whatever the row says', (_, client, server) => {
    const weak: RegisteredFields = {
      ...client,
      grantTypes: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      clientAssertionAudience: 'any',
      idTokenSignedResponseAlg: null,
    };
    expect(underProfile(weak, server)).toMatchObject({
      requireClientAuthentication: true,
      requirePkce: true,
      requirePushedAuthorizationRequests: true,
      dpopBoundAccessTokens: true,
      tokenEndpointAuthMethod: 'private_key_jwt',
      clientAssertionAudience: 'issuer',
      refreshRetryWindow: 60,
      grantTypes: ['authorization_code', 'refresh_token'],
      idTokenSignedResponseAlg: 'ES256',
    });
  });
});

describe('what keeps a client from its profile', () => {
  const fieldsOf = (client: Partial<RegisteredFields>, server = SERVER) =>
    profileProblems({ ...FIT, ...client }, server).map(({ field }) => field);

  it('is nothing of a client that has keys and safe redirect URIs', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ jwks: null, jwksUri: 'https://app.example.com/jwks' })).toEqual([]);
    expect(
      fieldsOf({ jwks: jwks({ kty: 'RSA', alg: 'PS256' }, { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' }) }),
    ).toEqual([]);
    expect(fieldsOf({ jwks: jwks(EC, { kty: 'RSA', use: 'enc', alg: 'RSA-OAEP' }) })).toEqual([]);
  });

  it.each<[string, Partial<RegisteredFields>, string[]]>([
    ['a public client', { type: 'public' }, ['client_type']],
    ['no keys', { jwks: null }, ['jwks']],
    ['a key for RS256', { jwks: jwks(EC, { kty: 'RSA', alg: 'RS256' }) }, ['jwks']],
    ['a key on another curve', { jwks: jwks({ ...EC, crv: 'P-384' }) }, ['jwks']],
    ['an alg that no key of its type has', { jwks: jwks({ ...EC, alg: 'PS256' }) }, ['jwks']],
    ['ID tokens by RS256', { idTokenSignedResponseAlg: 'RS256' }, ['id_token_signed_response_alg']],
    ['assertions by ES384', { tokenEndpointAuthSigningAlg: 'ES384' }, ['token_endpoint_auth_signing_alg']],
    ['requests by PS512', { requestObjectSigningAlg: 'PS512' }, ['request_object_signing_alg']],
    ['http', { redirectUris: ['https://a.example', 'http://localhost/cb'] }, ['redirect_uris[1]']],
  ])('%s', (_, client, fields) => {
    expect(fieldsOf(client)).toEqual(fields);
    expect(profileProblems({ ...PLAIN, ...client }, SERVER)).toEqual([]);
  });

  it('§5.3.2.2-8: http is for native clients on loopback, and for trials where the server is there too', () => {
    const redirectUris = ['http://127.0.0.1/callback'];
    expect(fieldsOf({ redirectUris, applicationType: 'native' })).toEqual([]);
    expect(fieldsOf({ redirectUris }, { ...SERVER, issuer: 'http://localhost:3000' })).toEqual([]);
  });

  it('is a server that signs by RS256', () => {
    expect(fieldsOf({ idTokenSignedResponseAlg: 'ES256' }, { ...SERVER, accessTokenAlg: 'RS256' })).toEqual([
      'security_profile',
    ]);
  });

  it('has its calls refused, without saying to strangers what it is', () => {
    expect(() => assertFit(enforced(FIT, SERVER))).not.toThrow();
    expect(() => assertFit(enforced({ ...FIT, jwks: null }, SERVER))).toThrow(
      expect.objectContaining({
        code: 'unauthorized_client',
        description: 'this application does not meet the FAPI 2.0 Security Profile',
      }) as Error,
    );
  });
});

describe('registration and changes under a profile', () => {
  const fields = (problems: { field: string }[]) => problems.map(({ field }) => field);
  const change = (sent: Partial<RegisteredFields>, before = FIT, server = SERVER) =>
    fields(changeProblems(sent, before, { ...before, ...sent }, server));

  it('refuse what would undo a rule, naming the profile', () => {
    expect(registrationProblems({ dpopBoundAccessTokens: false }, FIT, SERVER)).toEqual([
      { field: 'dpop_bound_access_tokens', detail: 'must be true: FAPI 2.0 Security Profile' },
    ]);
    for (const [sent, field] of [
      [{ requirePushedAuthorizationRequests: false }, 'require_pushed_authorization_requests'],
      [{ requirePkce: false }, 'require_pkce'],
      [{ requireClientAuthentication: false }, 'require_client_authentication'],
      [{ tokenEndpointAuthMethod: 'client_secret_post' }, 'token_endpoint_auth_method'],
      [{ clientAssertionAudience: 'any' }, 'client_assertion_audience'],
      [{ refreshRetryWindow: 10 }, 'refresh_retry_window'],
      [{ grantTypes: ['urn:ietf:params:oauth:grant-type:device_code'] }, 'grant_types'],
      [{ jwks: null }, 'jwks'],
      [{ idTokenSignedResponseAlg: 'RS256' }, 'id_token_signed_response_alg'],
      [{ redirectUris: ['http://localhost/cb'] }, 'redirect_uris[0]'],
    ] as [Partial<RegisteredFields>, string][]) {
      expect(change(sent)).toEqual([field]);
      expect(change({ ...sent, securityProfile: null })).toEqual([]);
      expect(change({ ...sent, securityProfile: null }, { ...FIT, securityProfile: null }, FAPI_SERVER)).toEqual([
        field,
      ]);
    }
  });

  it('take the values that the profile has anyway', () => {
    expect(change({ dpopBoundAccessTokens: true, tokenEndpointAuthMethod: 'private_key_jwt' })).toEqual([]);
  });

  it('let a client that does not meet the profile be disabled and mended step by step', () => {
    const misfit = { ...FIT, jwks: null, redirectUris: ['http://localhost/cb'] };
    expect(change({ enabled: false }, misfit)).toEqual([]);
    expect(change({ jwks: jwks(EC) }, misfit)).toEqual([]);
    expect(change({ redirectUris: ['http://localhost/cb'] }, misfit)).toEqual(['redirect_uris[0]']);
    expect(change({ idTokenSignedResponseAlg: 'RS256' }, misfit)).toEqual(['id_token_signed_response_alg']);
  });

  it('see that the last URL of keys goes, and the type that allows http', () => {
    const byUrl = { ...FIT, jwks: null, jwksUri: 'https://app.example.com/jwks' };
    expect(change({ jwksUri: null }, byUrl)).toEqual(['jwks']);
    const native = { ...FIT, applicationType: 'native' as const, redirectUris: ['http://127.0.0.1/cb'] };
    expect(change({ applicationType: 'web' }, native)).toEqual(['redirect_uris[0]']);
  });

  it('switch to the profile at once, where all is met', () => {
    expect(change({ securityProfile: 'fapi2' }, PLAIN)).toEqual(['jwks']);
    const keyed = { ...PLAIN, jwks: jwks(EC) };
    const sent = { securityProfile: 'fapi2' } as const;
    expect(change(sent, keyed)).toEqual([]);
    expect(switchedFields(sent, { ...keyed, ...sent }, SERVER)).toMatchObject({
      tokenEndpointAuthMethod: 'private_key_jwt',
      dpopBoundAccessTokens: true,
      idTokenSignedResponseAlg: 'ES256',
    });
    expect(switchedFields({ name: 'other' }, FIT, SERVER)).toEqual({});
  });
});
