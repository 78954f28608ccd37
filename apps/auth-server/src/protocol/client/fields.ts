import { DEFAULT_GRANT_TYPES } from './grant-types';

/** The value of each kind in memory. */
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

export interface FieldRow {
  kind: keyof Kinds;
  default: string | number | boolean | null;
  /** What answers show for null. */
  unset?: string | readonly string[];
  /** Its name in `/api`; `true`: the column's. */
  api?: string | true;
  /** Its name in client metadata (RFC 7591 §2); `true`: the column's. */
  metadata?: string | true;
  /** What a restore keeps; absent: the backup's value. */
  restore?: Restore;
  oneOf?: readonly string[];
  /** The most values in a list. */
  most?: number;
  /** The most characters of a text for people. */
  longest?: number;
  /** The length of its column. */
  length?: number;
}

/**
 * The present value, a combination of both flags, the lower number, or the values in both lists: null means every value
 * (`common`) or none (`listed`).
 */
export type Restore = 'present' | 'and' | 'or' | 'lower' | 'common' | 'listed';

/**
 * Every field that a registration may set, in the order of the answers of `/api` (ADR 40). Columns have the field's name
 * in snake case: `requirePkce` is `require_pkce`.
 */
export const CLIENT_FIELDS = {
  name: { kind: 'text', longest: 200, default: '', api: true, metadata: 'client_name' },
  description: { kind: 'text', default: null, api: true },
  homepageUri: { kind: 'page', default: null, api: true, metadata: 'client_uri' },
  logoUri: { kind: 'page', default: null, api: true, metadata: true },
  // Null: every scope, later ones too.
  scopes: { kind: 'list', default: null, api: true, metadata: 'scope', restore: 'common' },
  enabled: { kind: 'flag', default: true, api: true, restore: 'and' },
  requireClientAuthentication: { kind: 'flag', default: false, api: true, restore: 'or' },
  loopbackAnyPort: { kind: 'flag', default: false, api: true, restore: 'and' },
  // Seconds (ADR 12).
  refreshRetryWindow: { kind: 'number', default: 0, api: true, restore: 'lower' },
  applicationType: { kind: 'text', oneOf: ['web', 'native'], length: 6, default: 'web', api: true, metadata: true },
  requirePkce: { kind: 'flag', default: false, api: true, restore: 'or' },
  requirePushedAuthorizationRequests: { kind: 'flag', default: false, api: true, metadata: true, restore: 'or' },
  requireSignedRequestObject: { kind: 'flag', default: false, api: true, metadata: true, restore: 'or' },
  dpopBoundAccessTokens: { kind: 'flag', default: false, api: true, metadata: true, restore: 'or' },
  grantTypes: { kind: 'list', default: null, unset: DEFAULT_GRANT_TYPES, api: true, metadata: true, restore: 'common' },
  // Of client_credentials; null: none.
  ownScopes: { kind: 'list', default: null, api: 'client_credentials_scopes', restore: 'listed' },
  // Null: either secret method; of a public client none.
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
