import type { Client } from '../../clients/client.entity';
import { namedMembers } from '../../protocol/client/keys';
import type { DescribedClient } from '../../protocol/client/metadata';
import { formatScope } from '../../protocol/request/scope';

/** What a client is told of itself beside its metadata (RFC 7591 §3.2.1, RFC 7592 §3). */
export interface Credentials {
  clientId: string;
  /** Epoch milliseconds. */
  createdAt: number;
  registrationToken: string;
  /** Only where it was made just now. */
  secret: string | null;
}

/** The client information response: every member as it is registered, none that is silent. */
export function clientInformation(
  client: Omit<DescribedClient, 'ownScopes' | 'requireClientAuthentication'>,
  { clientId, createdAt, registrationToken, secret }: Credentials,
  issuer: string,
): Record<string, unknown> {
  const information = {
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt / 1000),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    registration_access_token: registrationToken,
    registration_client_uri: `${issuer}/oauth2/register/${clientId}`,
    client_name: client.name,
    client_uri: client.homepageUri,
    logo_uri: client.logoUri,
    tos_uri: client.tosUri,
    policy_uri: client.policyUri,
    contacts: parsed(client.contacts),
    redirect_uris: client.redirectUris.length > 0 ? client.redirectUris : null,
    grant_types: client.grantTypes,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: client.scopes === null ? null : formatScope(client.scopes),
    application_type: client.applicationType,
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    jwks: client.jwks === null ? null : parsed(namedMembers(client.jwks)),
    jwks_uri: client.jwksUri,
    id_token_signed_response_alg: client.idTokenSignedResponseAlg ?? 'RS256',
    require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
    require_signed_request_object: client.requireSignedRequestObject,
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    backchannel_logout_uri: client.backchannelLogoutUri,
    backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
    authorization_details_types: client.authorizationDetailsTypes,
    software_id: client.softwareId,
    software_version: client.softwareVersion,
  };
  return Object.fromEntries(Object.entries(information).filter(([, value]) => value !== null));
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** What is kept, as the client described it. */
export const describedOf = (client: Client) => ({
  ...client,
  grantTypes: client.grantTypes ?? [],
  tokenEndpointAuthMethod: client.tokenEndpointAuthMethod ?? 'none',
  redirectUris: client.redirectUris.map(({ uri }) => uri),
});
