import type { ClientOptions } from './client.options.ts';
import { type Clock, systemClock } from './tokens/clock.ts';
import { MemoryTokenStore } from './tokens/memory-token-store.ts';
import type { TokenStore } from './tokens/token-store.ts';

export interface ClientSettings extends Readonly<ClientOptions> {
  readonly store: TokenStore;
  readonly clock: Clock;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Validates the options and adds defaults. Throws an Error that names every wrong one and what is allowed. */
export function parseClientOptions(options: ClientOptions): ClientSettings {
  const { issuer, clientId, clientSecret, redirectUri, scopes, apis, usePar, useDpop } = options ?? {};
  const { store = new MemoryTokenStore(), clock = systemClock } = options ?? {};
  const problems = [
    urlProblem('issuer', issuer),
    isText(clientId) ? undefined : `clientId must be a non-empty string; got ${shown(clientId)}`,
    clientSecret === undefined || isText(clientSecret) ? undefined : 'clientSecret must be a non-empty string',
    urlProblem('redirectUri', redirectUri) ?? redirectUriProblem(redirectUri),
    areScopes(scopes) ? undefined : `scopes must be a list of scopes; got ${shown(scopes)}`,
    ...apiProblems(apis),
    [undefined, true, false].includes(usePar) ? undefined : 'usePar must be true or false',
    [undefined, true, false, 'optional'].includes(useDpop) ? undefined : "useDpop must be true, false or 'optional'",
    typeof store?.find === 'function' && typeof store.swap === 'function'
      ? undefined
      : 'store must be an object with find() and swap()',
    typeof clock?.now === 'function' ? undefined : 'clock must be an object with now(), in milliseconds since 1970',
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0)
    throw new Error(`ConsentryClientModule was given wrong options:\n- ${problems.join('\n- ')}`);
  return Object.freeze({ ...options, store, clock });
}

function apiProblems(apis: unknown): (string | undefined)[] {
  if (!Array.isArray(apis) || apis.length === 0) {
    return [`apis must list the origins that tokens are sent to; got ${shown(apis)}`];
  }
  return apis.map((api: unknown) => urlProblem('apis', api) ?? originProblem(api as string));
}

function urlProblem(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return `${name} must be a URL; got ${shown(value)}`;
  const { protocol, hostname } = new URL(value);
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))) return undefined;
  return `${name} must be an https URL (http only on ${LOOPBACK.join(', ')}); got ${shown(value)}`;
}

/** The server compares redirect URIs byte for byte; openid-client sends them as URLs, and to the token endpoint without query. */
function redirectUriProblem(value: string): string | undefined {
  const { href, search, hash } = new URL(value);
  if (search !== '' || hash !== '') return `redirectUri must have no query and no fragment; got ${shown(value)}`;
  return href === value ? undefined : `redirectUri must be written as ${href}; got ${shown(value)}`;
}

function originProblem(value: string): string | undefined {
  const { origin } = new URL(value);
  return origin === value ? undefined : `apis must be origins such as ${origin}; got ${shown(value)}`;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

const areScopes = (scopes: unknown) =>
  Array.isArray(scopes) &&
  scopes.length > 0 &&
  scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(String(scope)));

const shown = (value: unknown) => JSON.stringify(value) ?? 'nothing';
