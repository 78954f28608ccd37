import { membersOf } from '../../protocol/client/field-mapping';
import type { Members } from '../../protocol/client/fields';
import { namedMembers } from '../../protocol/client/keys';
import type { LeftOut } from '../../protocol/client/judged-uris';
import type { DescribedClient } from '../../protocol/client/described-client';
import { formatScope } from '../../protocol/request/scope';

/** The response's members beside metadata (RFC 7591 §3.2.1, RFC 7592 §3). */
export interface Credentials {
  clientId: string;
  /** Epoch milliseconds. */
  createdAt: number;
  registrationToken: string;
  /** Only in the response to its creation. */
  secret: string | null;
}

type Described = Omit<DescribedClient, 'type' | 'loopbackAnyPort' | 'ownScopes' | 'requireClientAuthentication'>;

const NOTHING: LeftOut = { redirectUris: [], postLogoutRedirectUris: [] };

const unlessEmpty = <Item>(items: readonly Item[]) => (items.length > 0 ? items : null);

/** First in this order, then all others in the order of the table. */
const FIRST: readonly (keyof Members<'metadata'> | 'redirect_uris' | 'response_types')[] = [
  'client_name',
  'client_uri',
  'logo_uri',
  'tos_uri',
  'policy_uri',
  'contacts',
  'redirect_uris',
  'grant_types',
  'response_types',
  'scope',
  'application_type',
  'token_endpoint_auth_method',
  'jwks',
  'jwks_uri',
  'id_token_signed_response_alg',
];

/** @param leftOut goes into two members of our own: RFC 7591 has none that says why a value was left out. */
export function clientInformation(
  client: Described,
  { clientId, createdAt, registrationToken, secret }: Credentials,
  issuer: string,
  leftOut: LeftOut = NOTHING,
): Record<string, unknown> {
  const information = {
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt / 1000),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    registration_access_token: registrationToken,
    registration_client_uri: `${issuer}/oauth2/register/${clientId}`,
    ...Object.fromEntries(FIRST.map((name) => [name, null])),
    ...membersOf('metadata', { ...client, jwks: client.jwks && namedMembers(client.jwks) }),
    redirect_uris: unlessEmpty(client.redirectUris),
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    scope: client.scopes && formatScope(client.scopes),
    redirect_uris_left_out: unlessEmpty(leftOut.redirectUris),
    post_logout_redirect_uris_left_out: unlessEmpty(leftOut.postLogoutRedirectUris),
  };
  return Object.fromEntries(Object.entries(information).filter(([, value]) => value !== null));
}
