import { RESPONSE_MODES } from '../request/authorization-response';
import { DEVICE_CODE } from '../client/grant-types';
import { type SecurityProfile, rulesOf } from '../client/security-profile';
import { IDENTITY_SCOPES, type Resource } from '../request/scope';

export interface Offers {
  dynamicRegistration: 'off' | 'token' | 'open';
  metadataDocuments: boolean;
  /** Signs introspection responses too (RFC 9701). */
  accessTokenAlg: string;
  /** Of every client; what single clients have does not count. */
  securityProfile: SecurityProfile | null;
}

/** RFC 8414 §2: a member only for what works. */
export function serverMetadata(issuer: string, resources: readonly Resource[], offers: Offers) {
  const { algorithms, authenticationMethods: methods, grantTypes, needsPushedCode } = rulesOf(offers.securityProfile);
  const types = resources.flatMap(({ authorizationDetailsTypes = [] }) => authorizationDetailsTypes);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    ...(grantTypes.includes(DEVICE_CODE) && {
      device_authorization_endpoint: `${issuer}/oauth2/device_authorization`,
    }),
    pushed_authorization_request_endpoint: `${issuer}/oauth2/par`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    revocation_endpoint_auth_methods_supported: [...methods],
    revocation_endpoint_auth_signing_alg_values_supported: [...algorithms],
    // Of our own: services learn there of every token that ended before its time.
    revocations_uri: `${issuer}/oauth2/revocations`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    introspection_endpoint_auth_methods_supported: methods.filter((method) => method !== 'none'),
    introspection_endpoint_auth_signing_alg_values_supported: [...algorithms],
    introspection_signing_alg_values_supported: [offers.accessTokenAlg],
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: [...resources.flatMap(({ scopes }) => scopes), ...IDENTITY_SCOPES].map(({ name }) => name),
    response_types_supported: ['code'],
    response_modes_supported: [...RESPONSE_MODES],
    grant_types_supported: [...grantTypes],
    token_endpoint_auth_methods_supported: [...methods],
    token_endpoint_auth_signing_alg_values_supported: [...algorithms],
    code_challenge_methods_supported: ['S256'],
    request_parameter_supported: true,
    request_object_signing_alg_values_supported: [...algorithms],
    // OpenID Connect Discovery §3: absent means true.
    request_uri_parameter_supported: false,
    // Some applications require them.
    require_pushed_authorization_requests: needsPushedCode,
    require_signed_request_object: false,
    dpop_signing_alg_values_supported: [...algorithms],
    authorization_response_iss_parameter_supported: true,
    ...(types.length > 0 && { authorization_details_types_supported: types.map(({ type }) => type) }),
    ...(offers.dynamicRegistration !== 'off' && { registration_endpoint: `${issuer}/oauth2/register` }),
    ...(offers.metadataDocuments && { client_id_metadata_document_supported: true }),
    // RFC 9728 §4
    ...(resources.length > 0 && { protected_resources: resources.map(({ url }) => url) }),
    service_documentation: `${issuer}/docs`,
  };
}
