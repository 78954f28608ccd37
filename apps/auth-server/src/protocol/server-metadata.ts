import { DEVICE_CODE } from './grant-types';
import type { Resource } from './scope';

/** The server's metadata (RFC 8414 §2). Every member tells of something that works. */
export function serverMetadata(issuer: string, resources: readonly Resource[]) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    device_authorization_endpoint: `${issuer}/oauth2/device_authorization`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}
