import type { AuthorizationDetailsType } from './authorization-details';
import { invalidScope } from '../oauth-error';

/** A scope as a resource defines it. */
export interface ScopeDefinition {
  name: string;
  /** What the consent screen tells the account. */
  description: string;
}

/** A service behind the guard. Its URL is the audience of its tokens. */
export interface Resource {
  url: string;
  name: string;
  scopes: readonly ScopeDefinition[];
  /** What can be asked for there beside scopes (RFC 9396). */
  authorizationDetailsTypes?: readonly AuthorizationDetailsType[];
  /** The `client_id`s of applications that may introspect its tokens, beside each token's own. */
  introspectionClients?: readonly string[];
  /** The applications that may get tokens for it in their own name. Absent: none. */
  clientCredentialsClients?: ListedClients;
  /** The applications that may exchange its tokens. Absent: none. */
  tokenExchangeClients?: ListedClients;
}

/** `client_id`s, or all of them. */
export type ListedClients = readonly string[] | '*';

/** What goes with any resource, or alone (OpenID Connect Core §5.4, §11): it tells of the account itself. */
export const IDENTITY_SCOPES: readonly ScopeDefinition[] = [
  { name: 'openid', description: 'Know who you are' },
  { name: 'profile', description: 'See your name' },
  { name: 'email', description: 'See your e-mail address' },
  { name: 'offline_access', description: 'Stay connected while you are away' },
];

export const isIdentityScope = (name: string) => IDENTITY_SCOPES.some((scope) => scope.name === name);

/** RFC 6749 §3.3: scope-token. */
const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

export const isScopeToken = (text: string) => SCOPE_TOKEN.test(text);

/** A `scope` value's names, each once, in the order sent (RFC 6749 §3.3). */
export function parseScope(text: string): string[] {
  return [...new Set(text.split(' ').filter((name) => name !== ''))];
}

export const formatScope = (names: readonly string[]) => names.join(' ');

/**
 * The one resource whose scopes are asked for; `null` where all of them are identity scopes.
 *
 * @throws OAuthError `invalid_scope` when a scope is unknown, not allowed to the client, or of another resource:
 *   an access token has one audience.
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
  // Not by name: an error of ours carries no text that whoever wrote the link made up.
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

/** All that a client may ask for at the first resource of which it may use a scope. */
export function defaultScope(allowed: readonly string[] | null, resources: readonly Resource[]): string[] {
  for (const { scopes } of resources) {
    const names = scopes.map(({ name }) => name).filter((name) => isAllowed(name, allowed));
    if (names.length > 0) return names;
  }
  throw invalidScope('this application may use no scope');
}

/**
 * What a client may still be given at an audience: the scopes it has now and the identity scopes, less those the
 * client may not use. Nothing, where the audience is gone.
 */
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

/** Settings never change: what each audience has is put together once. */
const namesAt = new WeakMap<Resource, readonly string[]>();

function readNames(audience: Resource): readonly string[] {
  const names = [...audience.scopes, ...IDENTITY_SCOPES].map(({ name }) => name);
  namesAt.set(audience, names);
  return names;
}

const isAllowed = (name: string, allowed: readonly string[] | null) => allowed === null || allowed.includes(name);

/**
 * The scope of an access token out of what was granted: asked now ∩ granted ∩ still allowed (RFC 6749 §6).
 *
 * @param asked what this request asks for; `null` when it does not say.
 * @param allowed see {@link allowedScopes}.
 * @param everAsked what the authorization request asked for: repeating it is fine though consent gave less.
 * @throws OAuthError `invalid_scope` when nothing is left, or more is asked for than ever before.
 */
export function narrowScope(
  asked: readonly string[] | null,
  everAsked: readonly string[],
  granted: readonly string[],
  allowed: readonly string[] | null,
): string[] {
  if (asked?.some((name) => !everAsked.includes(name)))
    throw invalidScope('more is asked for than the account was asked to grant');
  const left = granted.filter((name) => (asked === null || asked.includes(name)) && isAllowed(name, allowed));
  // Nothing was asked for but authorization details.
  if (granted.length === 0) return left;
  if (left.length === 0) throw invalidScope('nothing of the scope is granted');
  return left;
}

/** Scopes of two grants as one, in the order first granted. */
export const unionScope = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])];
