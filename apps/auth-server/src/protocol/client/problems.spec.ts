import { DEFAULT_FIELDS } from './field-mapping';
import { type ClientPolicy, type RegisteredFields, combinationProblems, fieldProblems } from './problems';

const POLICY: ClientPolicy = { scopes: ['read', 'write'], idTokenAlgs: ['RS256', 'ES256'], allowLoopback: false };

const CLIENT: RegisteredFields = {
  ...DEFAULT_FIELDS,
  type: 'confidential',
  redirectUris: ['https://app.example.com/cb'],
};

const fieldsOf = (problems: { field: string }[]) => problems.map(({ field }) => field);

describe('fieldProblems', () => {
  it.each<[string, Partial<RegisteredFields>]>([
    ['nothing', {}],
    ['null for all that may be', CLIENT],
    ['identity scopes', { scopes: ['openid', 'profile', 'email', 'offline_access', 'read'] }],
    ['own scopes', { ownScopes: ['write'] }],
    ['every grant type', { grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'] }],
    [
      'the two of URNs',
      { grantTypes: ['device_code', 'token-exchange'].map((n) => `urn:ietf:params:oauth:grant-type:${n}`) },
    ],
    ['a signing algorithm', { idTokenSignedResponseAlg: 'ES256' }],
    ['algorithms of its own', { tokenEndpointAuthSigningAlg: 'PS256', requestObjectSigningAlg: 'EdDSA' }],
    ['URIs', { jwksUri: 'https://a.example.com/jwks', backchannelLogoutUri: 'https://a.example.com/out' }],
    ['post logout URIs', { postLogoutRedirectUris: ['https://a.example.com/bye', 'http://localhost:3000/bye'] }],
    ['types', { authorizationDetailsTypes: ['payment_initiation', 'https://example.com/type'] }],
  ])('has nothing against %s', (_, fields) => {
    expect(fieldProblems({ ...fields, type: 'confidential' }, POLICY)).toEqual([]);
  });

  it.each<[Partial<RegisteredFields>, string, RegExp]>([
    [{ redirectUris: ['https://a.example.com', 'http://b.example.com'] }, 'redirect_uris[1]', /http only on localhost/],
    [{ postLogoutRedirectUris: ['com.example.app:/bye'] }, 'post_logout_redirect_uris[0]', /must use https/],
    [{ scopes: [] }, 'scopes', /omit it for all/],
    [{ scopes: ['read', 'admin'] }, 'scopes[1]', /is unknown; it must be one of read, write, openid/],
    [{ ownScopes: [] }, 'client_credentials_scopes', /null for none/],
    [{ ownScopes: ['openid'] }, 'client_credentials_scopes[0]', /is unknown; it must be one of read, write$/],
    [{ grantTypes: [] }, 'grant_types', /at least one/],
    [{ grantTypes: ['password'] }, 'grant_types[0]', /is unknown; it must be one of authorization_code/],
    [{ authorizationDetailsTypes: ['a b'] }, 'authorization_details_types[0]', /without spaces/],
    [
      { tokenEndpointAuthMethod: 'client_secret_jwt' },
      'token_endpoint_auth_method',
      /is unknown; it must be one of client_se/,
    ],
    [{ idTokenSignedResponseAlg: 'none' }, 'id_token_signed_response_alg', /must be one of RS256, ES256/],
    [
      { tokenEndpointAuthSigningAlg: 'HS256' },
      'token_endpoint_auth_signing_alg',
      /is unknown; it must be one of ES256, /,
    ],
    [{ requestObjectSigningAlg: 'none' }, 'request_object_signing_alg', /is unknown; it must be one of ES256, /],
    [{ jwks: '{"keys":[]}' }, 'jwks', /1 to 10 keys/],
    [{ jwksUri: 'http://localhost/jwks' }, 'jwks_uri', /must be an https URL/],
    [{ backchannelLogoutUri: 'https://a.example.com/#x' }, 'backchannel_logout_uri', /fragment/],
  ])('%j', (fields, field, detail) => {
    expect(fieldProblems({ ...fields, type: 'confidential' }, POLICY)).toEqual([
      { field, detail: expect.stringMatching(detail) as string },
    ]);
  });

  it('names everything that is wrong', () => {
    const wrong = { scopes: ['a', 'b'], grantTypes: ['c'], jwks: '', jwksUri: 'x' };
    const problems = fieldProblems({ ...wrong, type: 'public' }, POLICY);
    expect(fieldsOf(problems)).toEqual(['scopes[0]', 'scopes[1]', 'grant_types[0]', 'jwks', 'jwks_uri']);
  });

  it('lets a server on loopback call its own machine', () => {
    const policy = { ...POLICY, allowLoopback: true };
    expect(fieldProblems({ type: 'confidential', jwksUri: 'http://localhost/jwks' }, policy)).toEqual([]);
  });
});

describe('combinationProblems', () => {
  const byKey = { tokenEndpointAuthMethod: 'private_key_jwt' };
  const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

  it.each<Partial<RegisteredFields>>([
    {},
    { tokenEndpointAuthMethod: 'client_secret_post', requireClientAuthentication: true },
    { ...byKey, jwks: '{}' },
    { ...byKey, jwksUri: 'https://a.example.com/jwks' },
    { grantTypes: ['client_credentials', exchange] },
    { grantTypes: ['refresh_token', 'authorization_code'] },
    { type: 'public', tokenEndpointAuthMethod: 'none' },
    { type: 'public' },
  ])('%j goes together', (fields) => {
    expect(combinationProblems({ ...CLIENT, ...fields })).toEqual([]);
  });

  it.each<[Partial<RegisteredFields>, ...string[]]>([
    [byKey, 'token_endpoint_auth_method'],
    [{ tokenEndpointAuthMethod: 'none' }, 'token_endpoint_auth_method'],
    [{ jwks: '{}', jwksUri: 'https://a.example.com/jwks' }, 'jwks_uri'],
    [{ grantTypes: ['authorization_code'] }, 'grant_types'],
    [{ type: 'public', tokenEndpointAuthMethod: 'client_secret_basic' }, 'token_endpoint_auth_method'],
    [{ type: 'public', ...byKey, jwks: '{}' }, 'token_endpoint_auth_method'],
    [{ type: 'public', requireClientAuthentication: true }, 'require_client_authentication'],
    [{ type: 'public', grantTypes: ['client_credentials'] }, 'grant_types'],
    [{ type: 'public', grantTypes: [exchange] }, 'grant_types'],
  ])('%j does not: %s', (fields, ...expected) => {
    expect(fieldsOf(combinationProblems({ ...CLIENT, ...fields }))).toEqual(expected);
  });
});
