import { RESPONSE_MODES } from '../request/authorization-response';
import { CLIENT_AUTHENTICATION_METHODS, PROVING_METHODS } from '../client/authentication';
import { KNOWN_GRANT_TYPES } from '../client/grant-types';
import { IDENTITY_SCOPES, type Resource } from '../request/scope';
import { CLIENT_SIGNATURE_ALGORITHMS } from '../signing/signature-algorithms';

export interface Offers {
  dynamicRegistration: 'off' | 'token' | 'open';
  metadataDocuments: boolean;
  /** Signs introspection responses too (RFC 9701). */
  accessTokenAlg: string;
}

/** RFC 8414 §2: a member only for what works. */
export function serverMetadata(issuer: string, resources: readonly Resource[], offers: Offers) {
  const types = resources.flatMap(({ authorizationDetailsTypes = [] }) => authorizationDetailsTypes);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    device_authorization_endpoint: `${issuer}/oauth2/device_authorization`,
    pushed_authorization_request_endpoint: `${issuer}/oauth2/par`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    revocation_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION_METHODS],
    revocation_endpoint_auth_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    introspection_endpoint_auth_methods_supported: PROVING_METHODS,
    introspection_endpoint_auth_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
    introspection_signing_alg_values_supported: [offers.accessTokenAlg],
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: [...resources.flatMap(({ scopes }) => scopes), ...IDENTITY_SCOPES].map(({ name }) => name),
    response_types_supported: ['code'],
    response_modes_supported: [...RESPONSE_MODES],
    grant_types_supported: [...KNOWN_GRANT_TYPES],
    token_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION_METHODS],
    token_endpoint_auth_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
    code_challenge_methods_supported: ['S256'],
    request_parameter_supported: true,
    request_object_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
    // OpenID Connect Discovery §3: absent means true.
    request_uri_parameter_supported: false,
    // Some applications require them.
    require_pushed_authorization_requests: false,
    require_signed_request_object: false,
    dpop_signing_alg_values_supported: CLIENT_SIGNATURE_ALGORITHMS,
    authorization_response_iss_parameter_supported: true,
    ...(types.length > 0 && { authorization_details_types_supported: types.map(({ type }) => type) }),
    ...(offers.dynamicRegistration !== 'off' && { registration_endpoint: `${issuer}/oauth2/register` }),
    ...(offers.metadataDocuments && { client_id_metadata_document_supported: true }),
    service_documentation: `${issuer}/docs`,
  };
}
