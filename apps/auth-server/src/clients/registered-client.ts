import { type Unit, all, get } from '../database/sql';
import type { ApplicationType, ClientOrigin, ClientRules } from '../protocol/client/client';
import type { DescribedClient } from '../protocol/client/metadata';
import { parseScope } from '../protocol/request/scope';

/** A live secret, as client authentication needs it. */
export interface LiveSecret {
  id: string;
  hash: string;
  lastUsedAt: number | null;
}

/** An application, as the OAuth endpoints know it. */
export type RegisteredClient = StoredClient | UnstoredClient;

/** One that has a row. */
export interface StoredClient extends ClientFacts {
  /** Internal: what grants and refresh tokens name. */
  id: number;
}

/** One that is known by its metadata document alone: no account has approved anything of it yet (ADR 34). */
export interface UnstoredClient extends ClientFacts {
  id: null;
  metadataExpiresAt: number;
  /** What its row will hold. */
  described: DescribedClient;
}

interface ClientFacts extends ClientRules {
  clientId: string;
  /** `null` where it registered itself. */
  accountId: string | null;
  name: string;
  description: string | null;
  homepageUri: string | null;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
  origin: ClientOrigin;
  /** The account whose initial access token let it register itself, where one did. */
  vouchedBy: string | null;
  applicationType: ApplicationType;
  requirePushedAuthorizationRequests: boolean;
  requireSignedRequestObject: boolean;
  dpopBoundAccessTokens: boolean;
  backchannelLogoutSessionRequired: boolean;
  /** For `client_credentials`; `null` means none. */
  ownScopes: readonly string[] | null;
  tokenEndpointAuthMethod: string | null;
  /** A JWK Set, as JSON. */
  jwks: string | null;
  jwksUri: string | null;
  idTokenSignedResponseAlg: string | null;
  postLogoutRedirectUris: readonly string[] | null;
  backchannelLogoutUri: string | null;
  /** Epoch milliseconds, both. */
  createdAt: number;
  metadataExpiresAt: number | null;
  secrets: readonly LiveSecret[];
}

/** Whether no developer answers for its calls: anybody can call in its name, or make any number of such clients. */
export const isStranger = ({ type, origin }: Pick<RegisteredClient, 'type' | 'origin'>) =>
  type === 'public' || origin !== 'console';

/** Its columns by what they hold. */
const COLUMNS = {
  plain: {
    id: 'id',
    clientId: 'client_id',
    accountId: 'account_id',
    name: 'name',
    type: 'type',
    description: 'description',
    homepageUri: 'homepage_uri',
    logoUri: 'logo_uri',
    tosUri: 'tos_uri',
    policyUri: 'policy_uri',
    origin: 'origin',
    vouchedBy: 'vouched_by',
    applicationType: 'application_type',
    tokenEndpointAuthMethod: 'token_endpoint_auth_method',
    jwks: 'jwks',
    jwksUri: 'jwks_uri',
    idTokenSignedResponseAlg: 'id_token_signed_response_alg',
    backchannelLogoutUri: 'backchannel_logout_uri',
    createdAt: 'created_at',
    metadataExpiresAt: 'metadata_expires_at',
  },
  flags: {
    enabled: 'enabled',
    requireClientAuthentication: 'require_client_authentication',
    loopbackAnyPort: 'loopback_any_port',
    requirePkce: 'require_pkce',
    requirePushedAuthorizationRequests: 'require_pushed_authorization_requests',
    requireSignedRequestObject: 'require_signed_request_object',
    dpopBoundAccessTokens: 'dpop_bound_access_tokens',
    backchannelLogoutSessionRequired: 'backchannel_logout_session_required',
  },
  lists: {
    scopes: 'scopes',
    grantTypes: 'grant_types',
    ownScopes: 'own_scopes',
    postLogoutRedirectUris: 'post_logout_redirect_uris',
    authorizationDetailsTypes: 'authorization_details_types',
  },
} as const;

type Row = Pick<StoredClient, keyof typeof COLUMNS.plain> &
  Record<keyof typeof COLUMNS.flags, number | boolean> &
  Record<keyof typeof COLUMNS.lists, string | null>;

const FIELD_COLUMNS = { ...COLUMNS.plain, ...COLUMNS.flags, ...COLUMNS.lists };
const FIELDS = Object.entries(FIELD_COLUMNS)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(', ');

const SELECT = (column: 'client_id' | 'id') =>
  `SELECT ${FIELDS} FROM clients WHERE ${column} = ? AND revoked_at IS NULL`;
const SELECT_BY = { clientId: SELECT('client_id'), id: SELECT('id') };
const SELECT_URIS = 'SELECT uri FROM client_redirect_uris WHERE client_id = ? ORDER BY id';
const SELECT_SECRETS = `SELECT id, hash, last_used_at AS "lastUsedAt" FROM client_secrets
  WHERE client_id = ? AND revoked_at IS NULL ORDER BY created_at, id`;

const NOBODY = -1;
const NO_ROW = Object.fromEntries(Object.keys(FIELD_COLUMNS).map((field) => [field, ''])) as unknown as Row;

/** What names a client: its public `client_id`, or the internal id that refresh tokens carry. */
export type ClientName = string | number;

export function* readClient(name: ClientName): Unit<StoredClient | null> {
  const row =
    typeof name === 'number'
      ? yield* get<Row>(SELECT_BY.id, name)
      : yield* get<Row>(SELECT_BY.clientId, storable(name));
  // An unknown client costs the same work as a known one: time must not tell which exist.
  const id = row?.id ?? NOBODY;
  const redirectUris = (yield* all<{ uri: string }>(SELECT_URIS, id)).map(({ uri }) => uri);
  const secrets = yield* all<LiveSecret>(SELECT_SECRETS, id);
  const client = toClient(row ?? NO_ROW, redirectUris, secrets);
  return row === undefined ? null : client;
}

function toClient(row: Row, redirectUris: string[], secrets: LiveSecret[]): StoredClient {
  return {
    ...row,
    ...mapped(COLUMNS.flags, row, Boolean),
    ...mapped(COLUMNS.lists, row, (text: string | null) => (text === null ? null : parseScope(text))),
    createdAt: Number(row.createdAt),
    redirectUris,
    secrets,
  };
}

function mapped<Name extends string, From, To>(
  columns: Record<Name, string>,
  row: Record<NoInfer<Name>, From>,
  map: (value: From) => To,
): Record<Name, To> {
  const names = Object.keys(columns) as Name[];
  return Object.fromEntries(names.map((name) => [name, map(row[name])])) as Record<Name, To>;
}

/** PostgreSQL refuses to look for what it cannot hold. */
const storable = (text: string) => (text.includes('\0') ? '' : text);
