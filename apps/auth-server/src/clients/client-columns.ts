import { type SqlValue, type Unit, get, run } from '../database/sql';
import { namedMembers } from '../protocol/client/keys';
import type { Client } from './client.entity';

/** The column of each field that whoever registers a client may say something of. */
const COLUMN = {
  name: 'name',
  description: 'description',
  homepageUri: 'homepage_uri',
  logoUri: 'logo_uri',
  tosUri: 'tos_uri',
  policyUri: 'policy_uri',
  contacts: 'contacts',
  scopes: 'scopes',
  ownScopes: 'own_scopes',
  enabled: 'enabled',
  applicationType: 'application_type',
  requireClientAuthentication: 'require_client_authentication',
  requirePkce: 'require_pkce',
  requirePushedAuthorizationRequests: 'require_pushed_authorization_requests',
  requireSignedRequestObject: 'require_signed_request_object',
  dpopBoundAccessTokens: 'dpop_bound_access_tokens',
  loopbackAnyPort: 'loopback_any_port',
  refreshRetryWindow: 'refresh_retry_window',
  grantTypes: 'grant_types',
  tokenEndpointAuthMethod: 'token_endpoint_auth_method',
  jwks: 'jwks',
  jwksUri: 'jwks_uri',
  idTokenSignedResponseAlg: 'id_token_signed_response_alg',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  backchannelLogoutSessionRequired: 'backchannel_logout_session_required',
  authorizationDetailsTypes: 'authorization_details_types',
  softwareId: 'software_id',
  softwareVersion: 'software_version',
} as const satisfies Partial<Record<keyof Client, string>>;

export type ClientFields = Pick<Client, keyof typeof COLUMN>;

/** What nobody said anything of. */
export const DEFAULT_FIELDS: ClientFields = {
  name: '',
  description: null,
  homepageUri: null,
  logoUri: null,
  tosUri: null,
  policyUri: null,
  contacts: null,
  scopes: null,
  ownScopes: null,
  enabled: true,
  applicationType: 'web',
  requireClientAuthentication: false,
  requirePkce: false,
  requirePushedAuthorizationRequests: false,
  requireSignedRequestObject: false,
  dpopBoundAccessTokens: false,
  loopbackAnyPort: false,
  refreshRetryWindow: 0,
  grantTypes: null,
  tokenEndpointAuthMethod: null,
  jwks: null,
  jwksUri: null,
  idTokenSignedResponseAlg: null,
  postLogoutRedirectUris: null,
  backchannelLogoutUri: null,
  backchannelLogoutSessionRequired: false,
  authorizationDetailsTypes: null,
  softwareId: null,
  softwareVersion: null,
};

const FIELDS = Object.keys(COLUMN) as (keyof typeof COLUMN)[];

/** PostgreSQL takes the 1 of a flag for a number, unless it is told. */
const holderOf = (field: keyof typeof COLUMN) =>
  typeof DEFAULT_FIELDS[field] === 'boolean' ? 'CAST(? AS boolean)' : '?';

/** What is written of a client but its fields, and never changes. */
const IDENTITY = {
  clientId: 'client_id',
  accountId: 'account_id',
  type: 'type',
  origin: 'origin',
  createdAt: 'created_at',
  registeredFrom: 'registered_from',
  vouchedBy: 'vouched_by',
  registrationTokenHash: 'registration_token_hash',
} as const satisfies Partial<Record<keyof Client, string>>;

export type ClientIdentity = Pick<Client, keyof typeof IDENTITY>;

const INSERT = `INSERT INTO clients (${[...Object.values(IDENTITY), ...Object.values(COLUMN)].join(', ')})
  SELECT ${[...Object.keys(IDENTITY).map(() => '?'), ...FIELDS.map(holderOf)].join(', ')}`;
const BY_ACCOUNT = `${INSERT} FROM accounts WHERE id = ? AND closed_at IS NULL RETURNING id`;
/** WHERE, as SQLite would else take ON CONFLICT for a join's. */
const BY_NOBODY = `${INSERT} WHERE TRUE ON CONFLICT (client_id) DO NOTHING RETURNING id`;

const DELETE_URIS = 'DELETE FROM client_redirect_uris WHERE client_id = ?';
const INSERT_URI = 'INSERT INTO client_redirect_uris (client_id, uri) VALUES (?, ?)';

/** @returns the internal id; `undefined` where the account was closed meanwhile, or another has the `client_id`. */
export function* insertClient(
  identity: ClientIdentity,
  fields: ClientFields,
  redirectUris: readonly string[],
): Unit<number | undefined> {
  const { accountId } = identity;
  const values: SqlValue[] = [
    ...Object.keys(IDENTITY).map((name) => identity[name as keyof ClientIdentity]),
    ...FIELDS.map((field) => toColumn(field, fields[field])),
  ];
  const made = yield* accountId === null
    ? get<{ id: number }>(BY_NOBODY, ...values)
    : get<{ id: number }>(BY_ACCOUNT, ...values, accountId);
  if (made === undefined) return undefined;
  for (const uri of redirectUris) yield* run(INSERT_URI, made.id, uri);
  return made.id;
}

/** Only what changes is written: another change of another field at the same moment stands. */
export function* changeFields(id: number, fields: Partial<ClientFields>): Unit<void> {
  for (const field of FIELDS) {
    const value = fields[field];
    if (value !== undefined)
      yield* run(`UPDATE clients SET ${COLUMN[field]} = ? WHERE id = ?`, toColumn(field, value), id);
  }
}

export function* replaceRedirectUris(id: number, uris: readonly string[]): Unit<void> {
  yield* run(DELETE_URIS, id);
  for (const uri of uris) yield* run(INSERT_URI, id, uri);
}

function toColumn(
  field: keyof ClientFields,
  value: string | number | boolean | readonly string[] | null,
): string | number | null {
  if (field === 'jwks' && typeof value === 'string') return namedMembers(value);
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? value.join(' ') : value;
}
