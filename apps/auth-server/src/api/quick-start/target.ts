import type { Resource, ScopeDefinition } from '../../protocol/request/scope';

/** The application that a quick start signs users in for, the scope it requests and the API it calls. */
export interface Target {
  scope: string;
  /** The audience; `null`: the server's own userinfo. */
  resource: string | null;
  call: string;
}

/** The first scope that is not sensitive, if there is one. */
export const firstOf = (scopes: readonly ScopeDefinition[]): ScopeDefinition =>
  scopes.find(({ sensitive }) => !sensitive) ?? scopes[0]!;

/** A scope that the application may ask for, of the first API that has one. @param allowed `null`: every scope. */
export function targetOf(
  allowed: readonly string[] | null,
  { resources, issuer }: { resources: readonly Resource[]; issuer: string },
): Target {
  for (const { url, scopes } of resources) {
    const own = scopes.filter(({ name }) => allowed === null || allowed.includes(name));
    if (own.length > 0) return { scope: firstOf(own).name, resource: url, call: url };
  }
  return { scope: 'openid', resource: null, call: `${issuer}/oauth2/userinfo` };
}
