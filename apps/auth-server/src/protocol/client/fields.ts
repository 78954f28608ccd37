import { DEFAULT_GRANT_TYPES } from './grant-types';

/** What a field of each kind holds in memory. */
interface Kinds {
  flag: boolean;
  number: number;
  text: string;
  /** The URI of a page or picture that the consent screen links to. */
  page: string;
  /** A URI that this server calls. */
  endpoint: string;
  /** Values without spaces; their column separates them by spaces. */
  list: readonly string[];
  /** Texts that people read, as JSON. */
  texts: string;
  /** A JWK Set, as JSON. */
  jwks: string;
}

/** A row of the table. */
export interface FieldRow {
  kind: keyof Kinds;
  default: string | number | boolean | null;
  /** What answers show in the place of null. */
  unset?: string | readonly string[];
  /** Its name in `/api`; `true`: as its column. Absent: not there. */
  api?: string | true;
  /** Its name in client metadata (RFC 7591 §2); `true`: as its column. Absent: not there. */
  metadata?: string | true;
  /** What a restored backup keeps; absent: the backup's value. See commands/restore/carry-over.ts. */
  restore?: Restore;
  oneOf?: readonly string[];
  /** The most values in a list. */
  most?: number;
  /** The most characters of a text that people read. */
  longest?: number;
  /** The length of its column; absent: any. */
  length?: number;
}

/**
 * The present value; of two flags `and` or `or`; the lower number; the values that stand in both lists, where null is
 * every value (`common`) or none (`listed`).
 */
export type Restore = 'present' | 'and' | 'or' | 'lower' | 'common' | 'listed';

/**
 * Every field that a developer, a client itself or its metadata document may set, in the order of the answers of `/api`.
 * Columns have the name of their field in snake case: `requirePkce` is `require_pkce`.
 */
export const CLIENT_FIELDS = {
  name: { kind: 'text', longest: 200, default: '', api: true, metadata: 'client_name' },
  description: { kind: 'text', default: null, api: true },
  homepageUri: { kind: 'page', default: null, api: true, metadata: 'client_uri' },
  logoUri: { kind: 'page', default: null, api: true, metadata: true },
  // Those it may ask for with an account's consent; null: every scope, later ones too.
  scopes: { kind: 'list', default: null, api: true, metadata: 'scope', restore: 'common' },
  enabled: { kind: 'flag', default: true, api: true, restore: 'and' },
  requireClientAuthentication: { kind: 'flag', default: false, api: true, restore: 'or' },
  loopbackAnyPort: { kind: 'flag', default: false, api: true, restore: 'and' },
  // Seconds in which a used refresh token is accepted once more; 0: never.
  refreshRetryWindow: { kind: 'number', default: 0, api: true, restore: 'lower' },
  applicationType: { kind: 'text', oneOf: ['web', 'native'], length: 6, default: 'web', api: true, metadata: true },
  requirePkce: { kind: 'flag', default: false, api: true, restore: 'or' },
  requirePushedAuthorizationRequests: { kind: 'flag', default: false, api: true, metadata: true, restore: 'or' },
  requireSignedRequestObject: { kind: 'flag', default: false, api: true, metadata: true, restore: 'or' },
  dpopBoundAccessTokens: { kind: 'flag', default: false, api: true, metadata: true, restore: 'or' },
  grantTypes: { kind: 'list', default: null, unset: DEFAULT_GRANT_TYPES, api: true, metadata: true, restore: 'common' },
  // Those of client_credentials (RFC 6749 §4.4), apart from what accounts consent to; null: none.
  ownScopes: { kind: 'list', default: null, api: 'client_credentials_scopes', restore: 'listed' },
  // Null: a secret, by Basic or in the body; of a public client none.
  tokenEndpointAuthMethod: { kind: 'text', length: 30, default: null, api: true, metadata: true, restore: 'present' },
  jwks: { kind: 'jwks', default: null, api: true, metadata: true, restore: 'present' },
  jwksUri: { kind: 'endpoint', default: null, api: true, metadata: true, restore: 'present' },
  idTokenSignedResponseAlg: { kind: 'text', length: 10, default: null, unset: 'RS256', api: true, metadata: true },
  postLogoutRedirectUris: { kind: 'list', most: 20, default: null, api: true, metadata: true, restore: 'present' },
  backchannelLogoutUri: { kind: 'endpoint', default: null, api: true, metadata: true, restore: 'present' },
  backchannelLogoutSessionRequired: { kind: 'flag', default: false, api: true, metadata: true, restore: 'present' },
  // RFC 9396 §10; null: every type.
  authorizationDetailsTypes: { kind: 'list', most: 100, default: null, api: true, metadata: true, restore: 'common' },
  tosUri: { kind: 'page', default: null, api: true, metadata: true },
  policyUri: { kind: 'page', default: null, api: true, metadata: true },
  contacts: { kind: 'texts', most: 10, longest: 254, default: null, api: true, metadata: true },
  softwareId: { kind: 'text', longest: 255, default: null, metadata: true },
  softwareVersion: { kind: 'text', longest: 255, default: null, metadata: true },
} as const satisfies Record<string, FieldRow>;

type Table = typeof CLIENT_FIELDS;

export type FieldName = keyof Table;

type Value<Row extends FieldRow> =
  | (Row extends { oneOf: readonly (infer Known)[] } ? Known : Kinds[Row['kind']])
  | (Row['default'] extends null ? null : never);

/** The fields of one client. */
export type ClientFields = { -readonly [Name in FieldName]: Value<Table[Name]> };

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** The name of a field on one of its two wires. */
export type NameOn<Wire extends 'api' | 'metadata', Name extends FieldName = FieldName> = Name extends FieldName
  ? Table[Name] extends Record<Wire, infer Own>
    ? Own extends string
      ? Own
      : Snake<Name>
    : never
  : never;

type Shown<Row extends FieldRow> =
  | (Row extends { kind: 'texts' } ? string[] : Row extends { kind: 'jwks' } ? object : NonNullable<Value<Row>>)
  | (Row extends { unset: unknown } ? never : Extract<Value<Row>, null>);

/** The fields of one client as an answer has them. */
export type Members<Wire extends 'api' | 'metadata'> = {
  [Name in FieldName as NameOn<Wire, Name>]: Shown<Table[Name]>;
};

/** The fields that client metadata may set. */
export type MetadataFields = {
  [Name in FieldName as Table[Name] extends { metadata: unknown } ? Name : never]: ClientFields[Name];
};
