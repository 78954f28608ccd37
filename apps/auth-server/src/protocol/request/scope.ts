import type { AuthorizationDetailsType } from './authorization-details';
import { invalidScope } from '../oauth-error';

export interface ScopeDefinition {
  name: string;
  description: string;
}

/** `url` is the audience of its tokens. */
export interface Resource {
  url: string;
  name: string;
  scopes: readonly ScopeDefinition[];
  /** RFC 9396. */
  authorizationDetailsTypes?: readonly AuthorizationDetailsType[];
  /** Besides each token's own client. */
  introspectionClients?: readonly string[];
  /** Absent: none. */
  clientCredentialsClients?: ListedClients;
  /** Absent: none. */
  tokenExchangeClients?: ListedClients;
}

/** `client_id`s, or all. */
export type ListedClients = readonly string[] | '*';

/** For any resource, or alone (OpenID Connect Core §5.4, §11). */
export const IDENTITY_SCOPES: readonly ScopeDefinition[] = [
  { name: 'openid', description: 'Know who you are' },
  { name: 'profile', description: 'See your name' },
  { name: 'email', description: 'See your e-mail address' },
  { name: 'offline_access', description: 'Stay connected while you are away' },
];

export const isIdentityScope = (name: string) => IDENTITY_SCOPES.some((scope) => scope.name === name);

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
  if (names.length === 0) throw invalidScope('no scope was asked for');
  const owners = names
    .filter((name) => !isIdentityScope(name))
    .map((name) => resources.find(({ scopes }) => scopes.some((scope) => scope.name === name)));
  const [first = null] = owners;
  // Not named: errors hold no text that the author of a link chose.
  if (owners.includes(undefined))
    throw invalidScope('a scope is unknown: scopes_supported of the metadata lists the known ones');
  if (owners.some((owner) => owner !== first))
    throw invalidScope(`the scopes belong to more than one resource: ${urlsOf(owners)}`);
  const refused = names.filter((name) => !isAllowed(name, allowed));
  if (refused.length > 0) throw invalidScope(`not allowed to this application: ${formatScope(refused)}`);
  return first;
}

const urlsOf = (owners: readonly (Resource | undefined)[]) =>
  [...new Set(owners.map((owner) => owner?.url))].join(', ');

/** @throws OAuthError `invalid_scope`. */
export function defaultScope(allowed: readonly string[] | null, resources: readonly Resource[]): string[] {
  for (const { scopes } of resources) {
    const names = scopes.map(({ name }) => name).filter((name) => isAllowed(name, allowed));
    if (names.length > 0) return names;
  }
  throw invalidScope('this application may use no scope');
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
  if (requested?.some((name) => !authorized.includes(name)))
    throw invalidScope('more is asked for than the account was asked to grant');
  const left = granted.filter((name) => (requested === null || requested.includes(name)) && isAllowed(name, allowed));
  // Only authorization details were granted.
  if (granted.length === 0) return left;
  if (left.length === 0) throw invalidScope('nothing of the scope is granted');
  return left;
}

export const unionScope = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
