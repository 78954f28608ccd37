import type { NewApplicationDto } from './application.dto';
import type { ApplicationFields } from './application.repository';

/** The wire's names as ours, once; what was not sent is not there. */
export function definedFields(dto: Partial<NewApplicationDto>): Partial<ApplicationFields> {
  const fields = {
    name: dto.name,
    description: dto.description,
    homepageUri: dto.homepage_uri,
    logoUri: dto.logo_uri,
    tosUri: dto.tos_uri,
    policyUri: dto.policy_uri,
    contacts: json(dto.contacts),
    scopes: dto.scopes,
    ownScopes: dto.client_credentials_scopes,
    enabled: dto.enabled,
    applicationType: dto.application_type,
    requireClientAuthentication: dto.require_client_authentication,
    requirePkce: dto.require_pkce,
    requirePushedAuthorizationRequests: dto.require_pushed_authorization_requests,
    requireSignedRequestObject: dto.require_signed_request_object,
    dpopBoundAccessTokens: dto.dpop_bound_access_tokens,
    loopbackAnyPort: dto.loopback_any_port,
    refreshRetryWindow: dto.refresh_retry_window,
    grantTypes: dto.grant_types,
    tokenEndpointAuthMethod: dto.token_endpoint_auth_method,
    jwks: json(dto.jwks),
    jwksUri: dto.jwks_uri,
    idTokenSignedResponseAlg: dto.id_token_signed_response_alg,
    postLogoutRedirectUris: dto.post_logout_redirect_uris,
    backchannelLogoutUri: dto.backchannel_logout_uri,
    backchannelLogoutSessionRequired: dto.backchannel_logout_session_required,
    authorizationDetailsTypes: dto.authorization_details_types,
    redirectUris: dto.redirect_uris,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const json = (value: object | null | undefined) =>
  value === null || value === undefined ? value : JSON.stringify(value);
