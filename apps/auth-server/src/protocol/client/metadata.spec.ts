import { parseClientMetadata } from './metadata';
import type { ClientPolicy } from './problems';
import { OAuthError } from '../oauth-error';

const POLICY: ClientPolicy = { scopes: ['read', 'write'], idTokenAlgs: ['RS256', 'ES256'], allowLoopback: false };
const redirect_uris = ['https://app.example.com/cb'];
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

const parse = (metadata: Record<string, unknown>) => parseClientMetadata(metadata, POLICY).client;
const errorOf = (metadata: Record<string, unknown>): { code?: string; description?: string } => {
  try {
    return (parse(metadata), {});
  } catch (error) {
    if (error instanceof OAuthError) return { code: error.code, description: error.description };
    throw error;
  }
};

describe('parseClientMetadata', () => {
  it('RFC 7591 §2: what is left out has its default', () => {
    expect(parse({ redirect_uris })).toEqual({
      name: 'app.example.com',
      type: 'confidential',
      applicationType: 'web',
      redirectUris: redirect_uris,
      scopes: null,
      ownScopes: null,
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      requireClientAuthentication: false,
      loopbackAnyPort: false,
      requirePushedAuthorizationRequests: false,
      requireSignedRequestObject: false,
      dpopBoundAccessTokens: false,
      requireAuthTime: false,
      backchannelLogoutSessionRequired: false,
      ...Object.fromEntries(
        [
          'homepageUri',
          'logoUri',
          'tosUri',
          'policyUri',
          'contacts',
          'jwks',
          'jwksUri',
          'softwareId',
          'softwareVersion',
        ]
          .concat(['tokenEndpointAuthSigningAlg', 'requestObjectSigningAlg', 'defaultMaxAge'])
          .concat(['idTokenSignedResponseAlg', 'postLogoutRedirectUris', 'backchannelLogoutUri'])
          .concat('authorizationDetailsTypes')
          .map((name) => [name, null]),
      ),
    });
  });

  it('RFC 7591 §3.1: the example, less what stands at other addresses', () => {
    const example = {
      redirect_uris: ['https://client.example.org/callback', 'https://client.example.org/callback2'],
      client_name: 'My Example Client',
      'client_name#ja-Jpan-JP': 'クライアント名',
      token_endpoint_auth_method: 'client_secret_basic',
      logo_uri: 'https://client.example.org/logo.png',
      jwks_uri: 'https://client.example.org/my_public_keys.jwks',
      example_extension_parameter: 'example_value',
    };
    expect(parse(example)).toMatchObject({
      name: 'My Example Client',
      redirectUris: example.redirect_uris,
      logoUri: example.logo_uri,
      jwksUri: example.jwks_uri,
    });
  });

  it.each<[Record<string, unknown>, object]>([
    [{ token_endpoint_auth_method: 'none' }, { type: 'public', loopbackAnyPort: true }],
    [{ token_endpoint_auth_method: 'none', application_type: 'web' }, { loopbackAnyPort: false }],
    [{ token_endpoint_auth_method: 'none', application_type: 'native' }, { loopbackAnyPort: true }],
    [{ application_type: 'native' }, { applicationType: 'native', loopbackAnyPort: false }],
    [{ grant_types: ['authorization_code'] }, { grantTypes: ['authorization_code', 'refresh_token'] }],
    [{ grant_types: ['implicit', 'authorization_code'] }, { grantTypes: ['authorization_code', 'refresh_token'] }],
    [{ grant_types: ['client_credentials', DEVICE] }, { grantTypes: [DEVICE, 'refresh_token'] }],
    [{ response_types: ['code', 'token'] }, {}],
    [{ scope: 'read openid admin' }, { scopes: ['read', 'openid'] }],
    [
      { client_name: null, scope: null, jwks: null },
      { name: 'app.example.com', scopes: null, jwks: null },
    ],
    [{ contacts: ['a@example.com', 'a@example.com'] }, { contacts: '["a@example.com"]' }],
    [
      { redirect_uris: ['https://a.example.com/', 'https://a.example.com/'] },
      { redirectUris: ['https://a.example.com/'] },
    ],
    [{ software_statement: 'eyJhbGciOiJub25lIn0.e30.' }, {}],
    [
      { client_name: '', scope: '', client_uri: '', token_endpoint_auth_method: '' },
      { name: 'app.example.com', scopes: null, homepageUri: null, tokenEndpointAuthMethod: 'client_secret_basic' },
    ],
    [
      { default_max_age: 0, require_auth_time: true },
      { defaultMaxAge: 0, requireAuthTime: true },
    ],
    [{ default_max_age: 999_999_999 }, { defaultMaxAge: 999_999_999 }],
    [{ token_endpoint_auth_signing_alg: 'ES256' }, { tokenEndpointAuthSigningAlg: 'ES256' }],
    [{ request_object_signing_alg: 'ES256' }, { requestObjectSigningAlg: 'ES256' }],
    [{ require_client_authentication: true, enabled: false, own_scopes: 'read' }, { ownScopes: null }],
  ])('%j', (metadata, expected) => {
    expect(parse({ redirect_uris, ...metadata })).toMatchObject(expected);
  });

  it('asks no redirect URI of a device', () => {
    expect(parse({ grant_types: [DEVICE] })).toMatchObject({ redirectUris: [], name: 'Unnamed application' });
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ redirect_uris: undefined }, /must contain 1 to 20/],
    [{ redirect_uris: [] }, /must contain 1 to 20/],
    [{ redirect_uris: ['http://app.example.com/cb'] }, /redirect_uris\[0\] may use http only on localhost/],
    [{ redirect_uris: ['https://app.example.com/cb#x'] }, /must not have a fragment/],
    [{ redirect_uris: ['https://app.example.com/*'] }, /a backslash or a wildcard/],
    [{ redirect_uris: ['javascript:alert(1)'] }, /must use https/],
  ])('invalid_redirect_uri: %j', (metadata, description) => {
    expect(errorOf({ redirect_uris, ...metadata })).toEqual({
      code: 'invalid_redirect_uri',
      description: expect.stringMatching(description) as string,
    });
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ redirect_uris: 'https://app.example.com/cb' }, /redirect_uris must be a list of at most 20 strings/],
    [{ redirect_uris: Array.from({ length: 21 }, (_, n) => `https://app.example.com/${n}`) }, /at most 20/],
    [{ redirect_uris: [7] }, /list of at most 20 strings/],
    [{ client_name: 7 }, /client_name must be a string/],
    [{ client_name: 'a\u202eb' }, /text-direction/],
    [{ client_name: 'x'.repeat(201) }, /1 to 200/],
    [{ client_uri: 'javascript:alert(1)' }, /client_uri must be an https URL/],
    [{ logo_uri: 'http://app.example.com/logo' }, /logo_uri must be an https URL/],
    [{ grant_types: ['client_credentials'] }, /grant_types must include authorization_code or/],
    [{ grant_types: 'authorization_code' }, /grant_types must be a list/],
    [{ response_types: ['token'] }, /response_types must include code/],
    [{ scope: 'admin' }, /scope includes none of read write openid/],
    [{ scope: ['read'] }, /scope must be a string/],
    [{ token_endpoint_auth_method: 'tls_client_auth' }, /token_endpoint_auth_method is unknown/],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, /needs the public keys/],
    [{ jwks: 'keys' }, /jwks must be an object/],
    [{ jwks: {} }, /jwks must be a JWK Set/],
    [{ jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }, /private or symmetric/],
    [{ jwks_uri: 'http://app.example.com/jwks' }, /jwks_uri must be an https URL/],
    [{ jwks_uri: 'https://127.0.0.1/jwks' }, /jwks_uri must be an https URL/],
    [{ application_type: 'mobile' }, /one of web, native/],
    [{ dpop_bound_access_tokens: 'true' }, /must be true or false/],
    [{ id_token_signed_response_alg: 'none' }, /it must be one of RS256, ES256/],
    [{ contacts: ['a\0b'] }, /contacts must be a list of at most 10 strings/],
    [{ default_max_age: -1 }, /default_max_age must be a whole number of seconds from 0 to 999999999/],
    [{ default_max_age: 1_000_000_000 }, /default_max_age must be/],
    [{ default_max_age: 1.5 }, /default_max_age must be/],
    [{ default_max_age: '60' }, /default_max_age must be/],
    [{ require_auth_time: 1 }, /require_auth_time must be true or false/],
    [{ token_endpoint_auth_signing_alg: ['ES256'] }, /token_endpoint_auth_signing_alg must be a string/],
    [{ request_object_signing_alg: true }, /request_object_signing_alg must be a string/],
    [{ software_id: '\ud800' }, /software_id must be a string/],
    [{ backchannel_logout_uri: 'http://10.0.0.1/' }, /backchannel_logout_uri must be/],
  ])('invalid_client_metadata: %j', (metadata, description) => {
    expect(errorOf({ redirect_uris, ...metadata })).toEqual({
      code: 'invalid_client_metadata',
      description: expect.stringMatching(description) as string,
    });
  });

  it('nothing is read that is nested deeper than the stack could bear', () => {
    const deep: unknown = JSON.parse('['.repeat(40_000) + ']'.repeat(40_000));
    const description = 'jwks must be an object nested at most 16 levels deep';
    expect(errorOf({ redirect_uris, jwks: { keys: deep } })).toEqual({ code: 'invalid_client_metadata', description });
  });
});

describe('URIs that are not taken', () => {
  const GOOD = 'https://app.example.com/cb';
  const BAD = 'http://app.example.com/cb';
  const FRAGMENT = 'https://app.example.com/cb#x';
  const reason = expect.any(String) as string;

  it('RFC 7591 §3.2.1 are left out, and each is told with its reason', () => {
    const { client, leftOut } = parseClientMetadata({ redirect_uris: [BAD, GOOD, FRAGMENT] }, POLICY);
    expect(client.redirectUris).toEqual([GOOD]);
    expect(leftOut.redirectUris).toEqual([
      { uri: BAD, reason: 'may use http only on localhost, 127.0.0.1 and [::1]; use https' },
      { uri: FRAGMENT, reason: 'must not have a fragment' },
    ]);
  });

  it('are an error where none is left, which names each, five at most', () => {
    expect(errorOf({ redirect_uris: [BAD, FRAGMENT] }).description).toBe(
      'redirect_uris[0] may use http only on localhost, 127.0.0.1 and [::1]; use https; redirect_uris[1] must not have a fragment',
    );
    const many = Array.from({ length: 20 }, (_, n) => `${FRAGMENT}\n"${n}`);
    expect(errorOf({ redirect_uris: many })).toEqual({
      code: 'invalid_redirect_uri',
      description: expect.stringMatching(/^(redirect_uris\[\d\] [^;]+; ){5}and 15 more are not accepted$/) as string,
    });
  });

  it('are none of a device, which needs none', () => {
    const { client, leftOut } = parseClientMetadata({ grant_types: [DEVICE], redirect_uris: [BAD] }, POLICY);
    expect([client.redirectUris, leftOut.redirectUris]).toEqual([[], [{ uri: BAD, reason }]]);
  });

  it('are left out after a logout too, where all may be', () => {
    const left = (post_logout_redirect_uris: string[]) => {
      const { client, leftOut } = parseClientMetadata({ redirect_uris, post_logout_redirect_uris }, POLICY);
      return [client.postLogoutRedirectUris, leftOut.postLogoutRedirectUris];
    };
    expect(left([GOOD, BAD])).toEqual([[GOOD], [{ uri: BAD, reason }]]);
    expect(left([BAD])).toEqual([null, [{ uri: BAD, reason }]]);
  });

  it.each([
    ['a scheme of the list, by a public client', 'cursor://app/cb', 'none', true],
    ['by a confidential one', 'cursor://app/cb', 'client_secret_basic', false],
    ['another scheme', 'cursors://app/cb', 'none', false],
    ['a part of it', 'curso:/cb', 'none', false],
    ['the scheme alone', 'cursor:', 'none', false],
    ['with two slashes', 'cursor://', 'none', false],
    ['with a query alone', 'cursor:?a=b', 'none', false],
    ['with a user', 'cursor://user@app/cb', 'none', false],
    ['with a fragment', 'cursor://app/cb#', 'none', false],
    ['with an answer of its own', 'cursor://app/cb?code=x', 'none', false],
    ['as a host', 'http://cursor/cb', 'none', false],
    ['as a user', 'javascript://cursor:/%0aalert(1)', 'none', false],
    ['a script', 'javascript:alert(1)', 'none', false],
    ['data', 'data:text/html,x', 'none', false],
  ])('PRIVATE_USE_SCHEMES: %s (%s)', (_, uri, token_endpoint_auth_method, isTaken) => {
    const metadata = { redirect_uris: [GOOD, uri], token_endpoint_auth_method };
    const policy = { ...POLICY, privateUseSchemes: ['cursor'] };
    expect(parseClientMetadata(metadata, policy).client.redirectUris.includes(uri)).toBe(isTaken);
    expect(parseClientMetadata(metadata, POLICY).client.redirectUris).toEqual([GOOD]);
  });
});

describe('members that ask for what is not offered', () => {
  it.each<[Record<string, unknown>, RegExp]>([
    [{ subject_type: 'pairwise' }, /^subject_type may only be public here$/],
    [{ subject_type: ['public'] }, /^subject_type may only/],
    [{ sector_identifier_uri: 'https://app.example.com/sector' }, /^sector_identifier_uri is not supported: omit it$/],
    [{ id_token_encrypted_response_alg: 'RSA-OAEP' }, /^id_token_encrypted_response_alg may only be none here$/],
    [{ id_token_encrypted_response_enc: 'A128GCM' }, /^id_token_encrypted_response_enc may/],
    [{ userinfo_signed_response_alg: 'RS256' }, /^userinfo_signed_response_alg may/],
    [{ userinfo_encrypted_response_alg: 'RSA-OAEP' }, /^userinfo_encrypted_response_alg may/],
    [{ request_object_encryption_alg: 'RSA-OAEP' }, /^request_object_encryption_alg may/],
    [{ request_object_encryption_enc: 'A128GCM' }, /^request_object_encryption_enc may/],
    [{ introspection_encrypted_response_alg: 'RSA-OAEP' }, /^introspection_encrypted_response_alg may/],
    [{ authorization_signed_response_alg: 'RS256' }, /^authorization_signed_response_alg may/],
    [{ authorization_encrypted_response_alg: 'RSA-OAEP' }, /^authorization_encrypted_response_alg may/],
    [
      { tls_client_certificate_bound_access_tokens: true },
      /^tls_client_certificate_bound_access_tokens may only be fa/,
    ],
    [{ token_endpoint_auth_method: 'client_secret_jwt' }, /^token_endpoint_auth_method is unknown/],
    [{ token_endpoint_auth_method: 'self_signed_tls_client_auth' }, /^token_endpoint_auth_method is unknown/],
    [{ response_types: ['id_token'] }, /^response_types must include code/],
  ])('%j is refused', (metadata, description) => {
    expect(errorOf({ redirect_uris, ...metadata })).toEqual({
      code: 'invalid_client_metadata',
      description: expect.stringMatching(description) as string,
    });
  });

  it.each<Record<string, unknown>>([
    { subject_type: 'public' },
    { subject_type: null, sector_identifier_uri: '' },
    { id_token_encrypted_response_alg: 'none', userinfo_signed_response_alg: 'none' },
    { tls_client_certificate_bound_access_tokens: false },
    // Abilities of the client that this server never uses.
    { initiate_login_uri: 'https://app.example.com/login', frontchannel_logout_uri: 'https://app.example.com/out' },
    { request_uris: ['https://app.example.com/request.jwt'], default_acr_values: ['urn:a'] },
    { introspection_signed_response_alg: 'ES256' },
    { response_types: ['code', 'code id_token', 'none'] },
  ])('%j asks for nothing special', (metadata) => {
    expect(parse({ redirect_uris, ...metadata })).toEqual(parse({ redirect_uris }));
  });
});
