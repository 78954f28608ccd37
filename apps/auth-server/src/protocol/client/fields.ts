import { LONGEST_RETRY_WINDOW } from '../token/refresh-rotation';
import { CLIENT_AUTHENTICATION_METHODS } from './authentication-methods';
import { DEFAULT_GRANT_TYPES, KNOWN_GRANT_TYPES } from './grant-types';

/** Seconds; nine digits, as `max_age` may have. */
const LONGEST_MAX_AGE = 999_999_999;

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
  /** For the documentation of `/api`. */
  about?: string;
  /** In answers, for null. */
  unset?: string | readonly string[];
  /** For null answers have the value of the server's setting. */
  setting?: true;
  /** `true`: the column's name. */
  api?: string | true;
  /** Name in client metadata (RFC 7591 §2); `true`: the column's. */
  metadata?: string | true;
  oneOf?: readonly string[];
  /** For the documentation: what is known; rules decide. */
  known?: readonly string[];
  /** Values in a list, 100 where none is said; the highest number. */
  most?: number;
  /** Characters of a text for people. */
  longest?: number;
  /** Whether people know it by this. */
  isName?: boolean;
  /** Of the column. */
  length?: number;
}

const BOTH = { api: true, metadata: true } as const;
const FLAG = { kind: 'flag', default: false, api: true } as const;
const PAGE = { ...BOTH, kind: 'page', default: null } as const;
const LIST = { ...BOTH, kind: 'list', default: null } as const;
const ENDPOINT = { ...BOTH, kind: 'endpoint', default: null } as const;
const ALG = { ...BOTH, kind: 'text', length: 10, default: null } as const;

/** Every registrable field, in the order of `/api` answers (ADR 1). Columns are in snake case. */
export const CLIENT_FIELDS = {
  name: { kind: 'text', longest: 200, isName: true, default: '', api: true, metadata: 'client_name' },
  description: { kind: 'text', longest: 2000, default: null, api: true },
  homepageUri: { ...PAGE, metadata: 'client_uri' },
  logoUri: PAGE,
  scopes: { ...LIST, metadata: 'scope', about: 'Absent or null: all scopes, including future ones.' },
  enabled: { ...FLAG, default: true },
  requireClientAuthentication: { ...FLAG, about: 'Require client authentication for refreshes too.' },
  loopbackAnyPort: {
    ...FLAG,
    about: 'For public applications: accept any port on http://127.0.0.1, http://[::1] and http://localhost.',
  },
  // ADR 12.
  refreshRetryWindow: {
    kind: 'number',
    most: LONGEST_RETRY_WINDOW,
    default: null,
    setting: true,
    api: true,
    about:
      'For how many seconds a refresh may be repeated if its answer was lost; 0: never. Absent: REFRESH_RETRY_WINDOW.',
  },
  applicationType: { ...BOTH, kind: 'text', oneOf: ['web', 'native'], length: 6, default: 'web' },
  requirePkce: {
    ...FLAG,
    about: 'Refuse authorization requests without PKCE. Public applications always need it.',
  },
  requirePushedAuthorizationRequests: {
    ...FLAG,
    metadata: true,
    about: 'Accept only pushed authorization requests (RFC 9126).',
  },
  requireSignedRequestObject: { ...FLAG, metadata: true, about: 'Accept only signed request objects (RFC 9101).' },
  dpopBoundAccessTokens: {
    ...FLAG,
    metadata: true,
    about: 'Issue only DPoP-bound access tokens (RFC 9449).',
  },
  grantTypes: {
    ...LIST,
    known: KNOWN_GRANT_TYPES,
    unset: DEFAULT_GRANT_TYPES,
    about: 'Absent or null: authorization_code and refresh_token.',
  },
  ownScopes: {
    kind: 'list',
    default: null,
    api: 'client_credentials_scopes',
    about: 'Scopes that it may request for itself with client_credentials; null: none.',
  },
  securityProfile: {
    kind: 'text',
    oneOf: ['fapi2'],
    length: 5,
    default: null,
    api: true,
    about: 'fapi2: the FAPI 2.0 Security Profile; null: the profile of the server.',
  },
  tokenEndpointAuthMethod: {
    ...BOTH,
    kind: 'text',
    known: CLIENT_AUTHENTICATION_METHODS,
    length: 30,
    default: null,
    about: 'Absent or null: the secret, by HTTP Basic or in the body; for a public application, none.',
  },
  tokenEndpointAuthSigningAlg: {
    ...ALG,
    about: 'The alg that its client assertions must have; absent or null: any supported one.',
  },
  clientAssertionAudience: {
    kind: 'text',
    oneOf: ['issuer', 'any'],
    length: 6,
    default: 'issuer',
    api: true,
    about:
      'The aud of its client assertions; any: the URL of the token, PAR or called endpoint is accepted too, and a lifetime of up to an hour.',
  },
  jwks: { ...BOTH, kind: 'jwks', default: null, about: 'Its public keys, as a JWK Set (RFC 7517 §5).' },
  jwksUri: { ...ENDPOINT, about: 'The URL of its JWK Set, instead of jwks.' },
  requestObjectSigningAlg: {
    ...ALG,
    about: 'The alg that its request objects must have; absent or null: any supported one.',
  },
  defaultMaxAge: {
    ...BOTH,
    kind: 'number',
    most: LONGEST_MAX_AGE,
    default: null,
    about: 'The max_age of requests that have none: how many seconds old the sign-in may be; null: no limit.',
  },
  requireAuthTime: { ...FLAG, metadata: true, about: 'ID tokens always have auth_time.' },
  idTokenSignedResponseAlg: { ...ALG, unset: 'RS256', about: 'Absent or null: RS256.' },
  profileInIdToken: {
    ...FLAG,
    about:
      'ID tokens have name, email and email_verified if the scope allows it, for clients that do not call userinfo.',
  },
  postLogoutRedirectUris: {
    ...LIST,
    most: 20,
    about: 'Where users may be sent after signing out; the rules of redirect_uris apply.',
  },
  backchannelLogoutUri: {
    ...ENDPOINT,
    about: 'Called when a user signs out (OpenID Connect Back-Channel Logout).',
  },
  backchannelLogoutSessionRequired: { ...FLAG, metadata: true, about: 'Logout tokens must have a sid.' },
  authorizationDetailsTypes: {
    ...LIST,
    about: 'The types of authorization details that it may request (RFC 9396 §10); absent or null: all.',
  },
  tosUri: PAGE,
  policyUri: PAGE,
  contacts: {
    ...BOTH,
    kind: 'texts',
    most: 10,
    longest: 254,
    default: null,
    about: 'How to reach the people responsible for it, such as email addresses.',
  },
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
  | (Row extends { unset: unknown } | { setting: true } ? never : Extract<Value<Row>, null>);

export type Members<Wire extends 'api' | 'metadata'> = {
  [Name in FieldName as NameOn<Wire, Name>]: Shown<Table[Name]>;
};

/** What a body of `/api` may send of them. */
export type SentMembers = {
  [Name in FieldName as NameOn<'api', Name>]?:
    Shown<Table[Name]> | (Table[Name] extends { setting: true } ? never : Extract<Value<Table[Name]>, null>);
};

export type MetadataFields = {
  [Name in FieldName as Table[Name] extends { metadata: unknown } ? Name : never]: ClientFields[Name];
};
