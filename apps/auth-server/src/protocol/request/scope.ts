import type { AuthorizationDetailsType } from './authorization-details';
import { invalidScope } from '../oauth-error';

/** What the consent screen says of a scope besides its description. */
export interface ScopeTexts {
  /** A second line. */
  detail?: string;
  /** Whether a person has to tick it. */
  sensitive?: boolean;
  /** By language: `de`. */
  texts?: Readonly<Record<string, { description: string; detail?: string }>>;
}

export interface ScopeDefinition extends ScopeTexts {
  name: string;
  /** English. */
  description: string;
  /** Claims of the team's own that it lets through to a third party's application (ADR 50). */
  claims?: readonly string[];
}

/** `url` is the audience of its tokens. */
export interface Resource {
  url: string;
  name: string;
  /** By language: `de`. */
  texts?: Readonly<Record<string, { name: string }>>;
  scopes: readonly ScopeDefinition[];
  /** RFC 9396. */
  authorizationDetailsTypes?: readonly AuthorizationDetailsType[];
  /** Besides each token's own client. */
  introspectionClients?: readonly string[];
  /** Absent: none. */
  clientCredentialsClients?: ListedClients;
  /** Absent: none. */
  tokenExchangeClients?: ListedClients;
  /** The team's own applications: they get its claims without a scope (ADR 50). Absent: none. */
  firstPartyClients?: ListedClients;
  /** Absent: none. */
  tokenExchanges?: readonly ExchangePolicy[];
}

/** Of a resource: lets a client exchange tokens of another resource for tokens of this one (ADR 18). */
export interface ExchangePolicy {
  /** A `client_id`. */
  client: string;
  /** The URL of the other resource. */
  from: string;
  /** What each of its scopes gives here. */
  scopes: ReadonlyMap<string, readonly string[]>;
}

/** `client_id`s, or all. */
export type ListedClients = readonly string[] | '*';

/** For any resource, or alone (OpenID Connect Core §5.4, §11). */
export const IDENTITY_SCOPES: readonly ScopeDefinition[] = [
  { name: 'openid', description: 'Know who you are' },
  { name: 'profile', description: 'See your name' },
  { name: 'email', description: 'See your email address' },
  { name: 'offline_access', description: 'Stay connected while you are away' },
];

export const isIdentityScope = (name: string) => IDENTITY_SCOPES.some((scope) => scope.name === name);

/** OpenID Connect Core §5.4: of claims that no account has here. */
const CLAIMLESS_SCOPES = ['phone', 'address'];

/** An OpenID request may have them all the same: they mean nothing (OpenID Connect Core §3.1.2.1). */
export const withoutClaimless = (names: readonly string[], isKnown: (name: string) => boolean): readonly string[] =>
  names.includes('openid') ? names.filter((name) => !CLAIMLESS_SCOPES.includes(name) || isKnown(name)) : names;

/** RFC 6749 §3.3. */
const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

export const isScopeToken = (text: string) => SCOPE_TOKEN.test(text);

/** RFC 6749 §3.3. */
export function parseScope(text: string): string[] {
  return [...new Set(text.split(' ').filter((name) => name !== ''))];
}

export const formatScope = (names: readonly string[]) => names.join(' ');

/**
 * An access token has one audience.
 *
 * @returns `null` for identity scopes alone.
 * @throws OAuthError `invalid_scope` for an unknown or disallowed scope, or a second resource.
 */
export function resolveScope(
  names: readonly string[],
  allowed: readonly string[] | null,
  resources: readonly Resource[],
): Resource | null {
  if (names.length === 0) throw invalidScope('no scope was requested');
  const owned = names.filter((name) => !isIdentityScope(name));
  const owners = owned.map((name) => ownerOf(name, resources));
  const [first = null] = owners;
  const unknown = owned[owners.indexOf(undefined)];
  if (unknown !== undefined) throw invalidScope(spellUnknown(unknown));
  if (owners.some((owner) => owner !== first))
    throw invalidScope(`the scopes belong to more than one resource: ${urlsOf(owners)}`);
  const refused = names.filter((name) => !isAllowed(name, allowed));
  if (refused.length > 0) throw invalidScope(`not allowed for this application: ${formatScope(refused)}`);
  return first;
}

export const ownerOf = (name: string, resources: readonly Resource[]) =>
  resources.find(({ scopes }) => scopes.some((scope) => scope.name === name));

const LONGEST_NAMED = 100;

/** The author of a link chose the name: it is shown without spaces and bounded, or not at all. */
function spellUnknown(name: string): string {
  if (!isScopeToken(name)) return 'a scope contains a character that is not allowed (RFC 6749 section 3.3)';
  const shown = name.length > LONGEST_NAMED ? `${name.slice(0, LONGEST_NAMED)}...` : name;
  return `the scope ${shown} is unknown: see scopes_supported in the metadata`;
}

const urlsOf = (owners: readonly (Resource | undefined)[]) =>
  [...new Set(owners.map((owner) => owner?.url))].join(', ');

/** @throws OAuthError `invalid_scope`. */
export function defaultScope(allowed: readonly string[] | null, resources: readonly Resource[]): string[] {
  for (const { scopes } of resources) {
    const names = scopes.map(({ name }) => name).filter((name) => isAllowed(name, allowed));
    if (names.length > 0) return names;
  }
  throw invalidScope('this application may not use any scope');
}

/** What the client may still get; nothing if the audience is gone. */
export function allowedScopes(
  url: string,
  allowed: readonly string[] | null,
  audiences: readonly Resource[],
): readonly string[] {
  const audience = audiences.find((known) => known.url === url);
  if (audience === undefined) return [];
  const names = namesAt.get(audience) ?? readNames(audience);
  return allowed === null ? names : names.filter((name) => allowed.includes(name));
}

/** Settings never change. */
const namesAt = new WeakMap<Resource, readonly string[]>();

function readNames(audience: Resource): readonly string[] {
  const names = [...audience.scopes, ...IDENTITY_SCOPES].map(({ name }) => name);
  namesAt.set(audience, names);
  return names;
}

const isAllowed = (name: string, allowed: readonly string[] | null) => allowed === null || allowed.includes(name);

/**
 * Requested ∩ granted ∩ still allowed (RFC 6749 §6).
 *
 * @param authorized by the authorization request: repeating it is valid though consent granted less.
 * @throws OAuthError `invalid_scope` if nothing is left, or more than `authorized` is requested.
 */
export function narrowScope(
  requested: readonly string[] | null,
  authorized: readonly string[],
  granted: readonly string[],
  allowed: readonly string[] | null,
): string[] {
  const repeated = requested && withoutClaimless(requested, (name) => authorized.includes(name));
  if (repeated?.some((name) => !authorized.includes(name)))
    throw invalidScope('the scope exceeds what the user was asked to grant');
  const left = granted.filter((name) => (requested === null || requested.includes(name)) && isAllowed(name, allowed));
  // Only authorization details were granted.
  if (granted.length === 0) return left;
  if (left.length === 0) throw invalidScope('none of the requested scopes is granted');
  return left;
}

export const unionScope = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
