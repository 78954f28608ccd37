import { parseClientMetadata } from './metadata';
import type { ClientPolicy } from './problems';
import { OAuthError } from '../oauth-error';

const POLICY: ClientPolicy = { scopes: ['read', 'write'], idTokenAlgs: ['RS256', 'ES256'], allowLoopback: false };
const redirect_uris = ['https://app.example.com/cb'];
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

const parse = (metadata: Record<string, unknown>) => parseClientMetadata(metadata, POLICY);
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
    [{ require_client_authentication: true, enabled: false, own_scopes: 'read' }, { ownScopes: null }],
  ])('%j', (metadata, expected) => {
    expect(parse({ redirect_uris, ...metadata })).toMatchObject(expected);
  });

  it('asks no redirect URI of a device', () => {
    expect(parse({ grant_types: [DEVICE] })).toMatchObject({ redirectUris: [], name: 'Unnamed application' });
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ redirect_uris: undefined }, /must hold 1 to 20/],
    [{ redirect_uris: [] }, /must hold 1 to 20/],
    [{ redirect_uris: ['http://app.example.com/cb'] }, /redirect_uris\[0\] may use http on localhost/],
    [{ redirect_uris: ['https://app.example.com/cb#x'] }, /no fragment/],
    [{ redirect_uris: ['https://app.example.com/*'] }, /no wildcard/],
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
    [{ client_name: 7 }, /client_name must be a text/],
    [{ client_name: '' }, /1 to 200/],
    [{ client_name: 'a\u202eb' }, /reading direction/],
    [{ client_name: 'x'.repeat(201) }, /1 to 200/],
    [{ client_uri: 'javascript:alert(1)' }, /client_uri must be an https URL/],
    [{ logo_uri: 'http://app.example.com/logo' }, /logo_uri must be an https URL/],
    [{ grant_types: ['client_credentials'] }, /grant_types must name authorization_code or/],
    [{ grant_types: 'authorization_code' }, /grant_types must be a list/],
    [{ response_types: ['token'] }, /response_types must name code/],
    [{ scope: 'admin' }, /scope names none of read write openid/],
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
    [{ id_token_signed_response_alg: 'none' }, /known are RS256, ES256/],
    [{ contacts: ['a\0b'] }, /contacts must be a list of at most 10 strings/],
    [{ software_id: '\ud800' }, /software_id must be a text/],
    [{ backchannel_logout_uri: 'http://10.0.0.1/' }, /backchannel_logout_uri must be/],
  ])('invalid_client_metadata: %j', (metadata, description) => {
    expect(errorOf({ redirect_uris, ...metadata })).toEqual({
      code: 'invalid_client_metadata',
      description: expect.stringMatching(description) as string,
    });
  });

  it('nothing is read that is nested deeper than the stack could bear', () => {
    const deep: unknown = JSON.parse('['.repeat(40_000) + ']'.repeat(40_000));
    const description = 'jwks must be an object, nested no deeper than 16';
    expect(errorOf({ redirect_uris, jwks: { keys: deep } })).toEqual({ code: 'invalid_client_metadata', description });
  });
});
