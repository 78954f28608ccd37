import { DEFAULT_GRANT_TYPES } from './grant-types';

interface Kinds {
  flag: boolean;
  number: number;
  text: string;
  /** Linked on the consent screen. */
  page: string;
  /** Called by this server. */
  endpoint: string;
  /** Without spaces: the column joins them by spaces. */
  list: readonly string[];
  /** JSON of texts for people. */
  texts: string;
  /** JSON. */
  jwks: string;
}

export interface FieldRow {
  kind: keyof Kinds;
  default: string | number | boolean | null;
  /** In answers, for null. */
  unset?: string | readonly string[];
  /** `true`: the column's name. */
  api?: string | true;
  /** Name in client metadata (RFC 7591 §2); `true`: the column's. */
  metadata?: string | true;
  oneOf?: readonly string[];
  /** Values in a list. */
  most?: number;
  /** Characters of a text for people. */
  longest?: number;
  /** Whether people know it by this. */
  isName?: boolean;
  /** Of the column. */
  length?: number;
}

/** Every registrable field, in the order of `/api` answers (ADR 40). Columns are in snake case. */
export const CLIENT_FIELDS = {
  name: { kind: 'text', longest: 200, isName: true, default: '', api: true, metadata: 'client_name' },
  description: { kind: 'text', default: null, api: true },
  homepageUri: { kind: 'page', default: null, api: true, metadata: 'client_uri' },
  logoUri: { kind: 'page', default: null, api: true, metadata: true },
  // Null: every scope, also later ones.
  scopes: { kind: 'list', default: null, api: true, metadata: 'scope' },
  enabled: { kind: 'flag', default: true, api: true },
  requireClientAuthentication: { kind: 'flag', default: false, api: true },
  loopbackAnyPort: { kind: 'flag', default: false, api: true },
  // Seconds (ADR 12); null: as the setting has it.
  refreshRetryWindow: { kind: 'number', default: null, api: true },
  applicationType: { kind: 'text', oneOf: ['web', 'native'], length: 6, default: 'web', api: true, metadata: true },
  requirePkce: { kind: 'flag', default: false, api: true },
  requirePushedAuthorizationRequests: { kind: 'flag', default: false, api: true, metadata: true },
  requireSignedRequestObject: { kind: 'flag', default: false, api: true, metadata: true },
  dpopBoundAccessTokens: { kind: 'flag', default: false, api: true, metadata: true },
  grantTypes: { kind: 'list', default: null, unset: DEFAULT_GRANT_TYPES, api: true, metadata: true },
  // Of client_credentials; null: none.
  ownScopes: { kind: 'list', default: null, api: 'client_credentials_scopes' },
  // Every setting of the FAPI 2.0 Security Profile; null: the server's own.
  securityProfile: { kind: 'text', oneOf: ['fapi2'], length: 5, default: null, api: true },
  // Null: either secret method; of a public client none.
  tokenEndpointAuthMethod: { kind: 'text', length: 30, default: null, api: true, metadata: true },
  // Null: every algorithm that fits a key.
  tokenEndpointAuthSigningAlg: {
    kind: 'text',
    length: 10,
    default: null,
    api: true,
    metadata: true,
  },
  clientAssertionAudience: {
    kind: 'text',
    oneOf: ['issuer', 'any'],
    length: 6,
    default: 'issuer',
    api: true,
  },
  jwks: { kind: 'jwks', default: null, api: true, metadata: true },
  jwksUri: { kind: 'endpoint', default: null, api: true, metadata: true },
  // Null: every algorithm that fits a key.
  requestObjectSigningAlg: { kind: 'text', length: 10, default: null, api: true, metadata: true },
  // Seconds, where a request has no max_age; null: any.
  defaultMaxAge: { kind: 'number', default: null, api: true, metadata: true },
  requireAuthTime: { kind: 'flag', default: false, api: true, metadata: true },
  idTokenSignedResponseAlg: { kind: 'text', length: 10, default: null, unset: 'RS256', api: true, metadata: true },
  postLogoutRedirectUris: { kind: 'list', most: 20, default: null, api: true, metadata: true },
  backchannelLogoutUri: { kind: 'endpoint', default: null, api: true, metadata: true },
  backchannelLogoutSessionRequired: { kind: 'flag', default: false, api: true, metadata: true },
  // RFC 9396 §10; null: every type.
  authorizationDetailsTypes: { kind: 'list', most: 100, default: null, api: true, metadata: true },
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

export type ClientFields = { -readonly [Name in FieldName]: Value<Table[Name]> };

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

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

export type Members<Wire extends 'api' | 'metadata'> = {
  [Name in FieldName as NameOn<Wire, Name>]: Shown<Table[Name]>;
};

export type MetadataFields = {
  [Name in FieldName as Table[Name] extends { metadata: unknown } ? Name : never]: ClientFields[Name];
};
