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
  scopes: { ...LIST, metadata: 'scope', about: 'Absent or null: every scope there is, later ones too.' },
  enabled: { ...FLAG, default: true },
  requireClientAuthentication: { ...FLAG, about: 'Demand client authentication on every refresh too.' },
  loopbackAnyPort: {
    ...FLAG,
    about: 'Public applications: any port on http://127.0.0.1, http://[::1] and http://localhost.',
  },
  // ADR 12.
  refreshRetryWindow: {
    kind: 'number',
    most: LONGEST_RETRY_WINDOW,
    default: null,
    setting: true,
    api: true,
    about:
      'Seconds in which a refresh whose answer was lost may be sent once more; 0: never. Absent: REFRESH_RETRY_WINDOW.',
  },
  applicationType: { ...BOTH, kind: 'text', oneOf: ['web', 'native'], length: 6, default: 'web' },
  requirePkce: {
    ...FLAG,
    about: 'Refuse an authorization request without PKCE. Public applications need it anyway.',
  },
  requirePushedAuthorizationRequests: {
    ...FLAG,
    metadata: true,
    about: 'Take pushed authorization requests alone (RFC 9126).',
  },
  requireSignedRequestObject: { ...FLAG, metadata: true, about: 'Take signed request objects alone (RFC 9101).' },
  dpopBoundAccessTokens: {
    ...FLAG,
    metadata: true,
    about: 'Issue access tokens to a proof of possession alone (RFC 9449).',
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
    about: 'What it may ask for on its own behalf, by client_credentials; null: nothing.',
  },
  securityProfile: {
    kind: 'text',
    oneOf: ['fapi2'],
    length: 5,
    default: null,
    api: true,
    about: 'fapi2: only what the FAPI 2.0 Security Profile allows; null: the profile of the server.',
  },
  tokenEndpointAuthMethod: {
    ...BOTH,
    kind: 'text',
    known: CLIENT_AUTHENTICATION_METHODS,
    length: 30,
    default: null,
    about: 'Absent or null: the secret, by Basic or in the body; of a public application: none.',
  },
  tokenEndpointAuthSigningAlg: {
    ...ALG,
    about: 'The only alg of its client assertions; absent or null: every one that is taken.',
  },
  clientAssertionAudience: {
    kind: 'text',
    oneOf: ['issuer', 'any'],
    length: 6,
    default: 'issuer',
    api: true,
    about:
      'aud of its client assertions; any: also the URL of the token, PAR or called endpoint, and a life of up to an hour.',
  },
  jwks: { ...BOTH, kind: 'jwks', default: null, about: 'A JWK Set of its public keys (RFC 7517 §5).' },
  jwksUri: { ...ENDPOINT, about: 'Where its JWK Set is; instead of jwks.' },
  requestObjectSigningAlg: {
    ...ALG,
    about: 'The only alg of its request objects; absent or null: every one that is taken.',
  },
  defaultMaxAge: {
    ...BOTH,
    kind: 'number',
    most: LONGEST_MAX_AGE,
    default: null,
    about: 'Seconds since the sign-in, at most, where a request does not say (max_age); null: any.',
  },
  requireAuthTime: { ...FLAG, metadata: true, about: 'ID tokens always say when the account signed in.' },
  idTokenSignedResponseAlg: { ...ALG, unset: 'RS256', about: 'Absent or null: RS256.' },
  profileInIdToken: {
    ...FLAG,
    about: 'ID tokens have name, email and email_verified as the scope allows, for clients that do not read userinfo.',
  },
  postLogoutRedirectUris: {
    ...LIST,
    most: 20,
    about: 'Where an account may go after a sign-out; the rules of redirect_uris.',
  },
  backchannelLogoutUri: {
    ...ENDPOINT,
    about: 'Told when an account signs out (OpenID Connect Back-Channel Logout).',
  },
  backchannelLogoutSessionRequired: { ...FLAG, metadata: true, about: 'A logout token must name the session.' },
  authorizationDetailsTypes: {
    ...LIST,
    about: 'The authorization details it may ask for (RFC 9396 §10); absent or null: all types.',
  },
  tosUri: PAGE,
  policyUri: PAGE,
  contacts: {
    ...BOTH,
    kind: 'texts',
    most: 10,
    longest: 254,
    default: null,
    about: 'How to reach those responsible for it, such as e-mail addresses.',
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
