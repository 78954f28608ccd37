import type { Application, ChangedApplication, ServerMetadata } from '../../api/api';
import { hasRedirects } from '../purposes';

/** In the order of the page. */
export const GROUPS = ['shown', 'access', 'signIn', 'signOut', 'tokens', 'authentication', 'security'] as const;

export type Group = (typeof GROUPS)[number];

type Body = Required<ChangedApplication>;

/** On the credentials' page, and a button of its own. */
type Elsewhere = 'redirect_uris' | 'enabled';

export type FieldName = Exclude<keyof Body, Elsewhere>;

/** Decides by the grant types that are ticked, even before they are saved. */
export type Kind = Pick<Application, 'client_type' | 'grant_types'>;

interface Row {
  group: Group;
  /** Absent: to every application. */
  applies?: (of: Kind) => boolean;
  /** What most have; absent: nothing. A folded group has nothing else. */
  usual?: unknown;
  /** Whatever it is, its group may be folded: either value is usual. */
  isCalm?: true;
}

interface Kinds {
  flag: unknown;
  text: { mayBeEmpty: boolean };
  url: { mayBeEmpty: boolean };
  number: { mayBeEmpty: boolean };
  paragraph: unknown;
  /** One a line. */
  lines: unknown;
  json: unknown;
  /** The words name the values. */
  oneOf: unknown;
  anyOf: unknown;
  algorithm: { supported: AlgorithmList };
  /** `all`: null stands for every scope; else for none. */
  scopes: { all: boolean };
}

export type AlgorithmList = Extract<keyof ServerMetadata, `${string}_alg_values_supported`>;

export type FieldKind = { [Kind in keyof Kinds]: { kind: Kind } & Kinds[Kind] }[keyof Kinds];

type Of<Kind extends keyof Kinds> = Extract<FieldKind, { kind: Kind }>;

/** Of what has no choice of values: null is sent for an empty text, where the API takes it. */
type Typed<Kind extends 'text' | 'url' | 'number', Value> = {
  kind: Kind;
  mayBeEmpty: null extends Value ? true : false;
};

/** The kinds that can hold what the API takes. */
type KindFor<Value, Given = NonNullable<Value>> = [Given] extends [boolean]
  ? Of<'flag'>
  : [Given] extends [number]
    ? Typed<'number', Value>
    : [Given] extends [string]
      ? string extends Given
        ? Typed<'text' | 'url', Value> | Of<'paragraph' | 'algorithm'>
        : Of<'oneOf'>
      : [Given] extends [readonly (infer Item)[]]
        ? string extends Item
          ? Of<'lines' | 'scopes'>
          : Of<'anyOf'>
        : Of<'json'>;

const isConfidential = ({ client_type: type }: Kind) => type === 'confidential';
const refreshes = ({ grant_types: grants }: Kind) => grants.includes('refresh_token');
const actsForItself = ({ grant_types: grants }: Kind) => grants.includes('client_credentials');
const ofUsers = ({ grant_types: grants }: Kind) => grants.some((name) => name !== 'client_credentials');
/** It signs assertions or request objects. */
const hasKeys = (of: Kind) => isConfidential(of) || hasRedirects(of);

/** Every field of the API that has no place elsewhere in the console: one that is missing here fails the type check. */
export const FIELDS = {
  name: { kind: 'text', mayBeEmpty: false, group: 'shown' },
  description: { kind: 'paragraph', group: 'shown' },
  homepage_uri: { kind: 'url', mayBeEmpty: true, group: 'shown' },
  logo_uri: { kind: 'url', mayBeEmpty: true, group: 'shown', applies: ofUsers },
  policy_uri: { kind: 'url', mayBeEmpty: true, group: 'shown', applies: ofUsers },
  tos_uri: { kind: 'url', mayBeEmpty: true, group: 'shown', applies: ofUsers },
  contacts: { kind: 'lines', group: 'shown' },

  scopes: { kind: 'scopes', all: true, group: 'access', applies: ofUsers },
  authorization_details_types: { kind: 'lines', group: 'access', applies: ofUsers },
  grant_types: { kind: 'anyOf', group: 'access', usual: ['authorization_code', 'refresh_token'] },
  client_credentials_scopes: { kind: 'scopes', all: false, group: 'access', applies: actsForItself },

  application_type: { kind: 'oneOf', group: 'signIn', applies: hasRedirects, usual: 'web' },
  loopback_any_port: { kind: 'flag', group: 'signIn', applies: (of) => !isConfidential(of) && hasRedirects(of) },
  default_max_age: { kind: 'number', mayBeEmpty: true, group: 'signIn', applies: hasRedirects },

  post_logout_redirect_uris: { kind: 'lines', group: 'signOut', applies: ofUsers },
  backchannel_logout_uri: { kind: 'url', mayBeEmpty: true, group: 'signOut', applies: ofUsers },
  backchannel_logout_session_required: { kind: 'flag', group: 'signOut', applies: ofUsers },

  profile_in_id_token: { kind: 'flag', group: 'tokens', applies: ofUsers },
  require_auth_time: { kind: 'flag', group: 'tokens', applies: ofUsers },
  id_token_signed_response_alg: {
    kind: 'algorithm',
    supported: 'id_token_signing_alg_values_supported',
    group: 'tokens',
    applies: ofUsers,
    usual: 'RS256',
  },
  refresh_retry_window: { kind: 'number', mayBeEmpty: false, group: 'tokens', applies: refreshes, isCalm: true },
  dpop_bound_access_tokens: { kind: 'flag', group: 'tokens' },

  token_endpoint_auth_method: { kind: 'oneOf', group: 'authentication', applies: isConfidential },
  require_client_authentication: {
    kind: 'flag',
    group: 'authentication',
    applies: (of) => isConfidential(of) && refreshes(of),
    isCalm: true,
  },
  token_endpoint_auth_signing_alg: {
    kind: 'algorithm',
    supported: 'token_endpoint_auth_signing_alg_values_supported',
    group: 'authentication',
    applies: isConfidential,
  },
  client_assertion_audience: { kind: 'oneOf', group: 'authentication', applies: isConfidential, usual: 'issuer' },
  jwks: { kind: 'json', group: 'authentication', applies: hasKeys },
  jwks_uri: { kind: 'url', mayBeEmpty: true, group: 'authentication', applies: hasKeys },

  security_profile: { kind: 'oneOf', group: 'security', applies: isConfidential },
  require_pkce: { kind: 'flag', group: 'security', applies: (of) => isConfidential(of) && hasRedirects(of) },
  require_pushed_authorization_requests: { kind: 'flag', group: 'security', applies: hasRedirects },
  require_signed_request_object: { kind: 'flag', group: 'security', applies: hasRedirects },
  request_object_signing_alg: {
    kind: 'algorithm',
    supported: 'request_object_signing_alg_values_supported',
    group: 'security',
    applies: hasRedirects,
  },
} as const satisfies { [Name in FieldName]: Row & KindFor<Body[Name]> };

/** What the API takes, of those that have a choice of values. */
export type ValueOf<Name extends FieldName> =
  NonNullable<Body[Name]> extends readonly (infer Item)[] ? Item : Body[Name];

const NAMES = Object.keys(FIELDS) as FieldName[];

export const rowOf = (name: FieldName): Row & FieldKind => FIELDS[name];

/** In the order of the page. */
export const fieldsOf = (group: Group, of: Kind): FieldName[] =>
  NAMES.filter((name) => FIELDS[name].group === group && (rowOf(name).applies?.(of) ?? true));

/** Whether an application has it otherwise than most. */
export function isSet(name: FieldName, application: Application): boolean {
  const { usual = null, isCalm = false } = rowOf(name);
  return !isCalm && JSON.stringify(application[name] || null) !== JSON.stringify(usual);
}
