import { parseClientMetadata } from './metadata';
import type { ClientPolicy } from './problems';

const POLICY: ClientPolicy = {
  scopes: ['read'],
  idTokenAlgs: ['RS256', 'ES256'],
  allowLoopback: false,
  server: { securityProfile: 'fapi2', accessTokenAlg: 'ES256', issuer: 'https://auth.example.com' },
};
const KEYS = { jwks_uri: 'https://app.example.com/jwks' };

const parse = (metadata: Record<string, unknown>) =>
  parseClientMetadata({ redirect_uris: ['https://app.example.com/callback'], ...metadata }, POLICY).client;

describe('clients that register themselves under the profile of the server', () => {
  it('are given what it leaves no choice of', () => {
    expect(parse({ ...KEYS, dpop_bound_access_tokens: false })).toMatchObject({
      type: 'confidential',
      tokenEndpointAuthMethod: 'private_key_jwt',
      dpopBoundAccessTokens: true,
      requirePushedAuthorizationRequests: true,
      idTokenSignedResponseAlg: 'ES256',
    });
  });

  it.each([
    ['without keys', {}, 'jwks'],
    ['by a secret', { ...KEYS, token_endpoint_auth_method: 'client_secret_basic' }, 'token_endpoint_auth_method'],
    ['as public clients', { ...KEYS, token_endpoint_auth_method: 'none' }, 'token_endpoint_auth_method'],
    ['for ID tokens by RS256', { ...KEYS, id_token_signed_response_alg: 'RS256' }, 'id_token_signed_response_alg'],
  ])('are refused %s', (_, metadata, field) => {
    expect(() => parse(metadata)).toThrow(
      expect.objectContaining({
        code: 'invalid_client_metadata',
        description: expect.stringMatching(new RegExp(`^${field} .*FAPI 2.0 Security Profile$`)) as string,
      }) as Error,
    );
  });
});
