import { PROOF_ALGORITHMS } from '../bearer/challenge.ts';
import { isScopeToken } from '../bearer/scope.ts';
import type { GuardSettings } from '../nest/guard.settings.ts';
import { type OptionNames, unknownOptions } from '../nest/unknown-options.ts';
import { urlProblem } from '../nest/url-problem.ts';
import type { ProtectedResourceOptions } from './protected-resource.options.ts';

const OPTIONS: OptionNames<ProtectedResourceOptions> = {
  ...{ resource: true, authorizationServers: true, scopes: true, resourceName: true, documentation: true },
};

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Where the metadata of a service is, and what it says. */
export interface ResourceMetadata {
  /** For challenges (RFC 9728 §5.1). */
  readonly url: string;
  /** Of the well-known URL with the resource's path and without. */
  readonly paths: readonly string[];
  readonly document: Readonly<Record<string, unknown>>;
}

/** Throws an Error that names every wrong option. */
export function resourceMetadataOf(options: ProtectedResourceOptions, settings: GuardSettings): ResourceMetadata {
  const { scopes, resourceName, documentation } = options;
  const resource = spelledAsAudience(options.resource ?? settings.audiences[0]!, settings);
  const authorizationServers = options.authorizationServers ?? settings.issuers.map(({ issuer }) => issuer);
  assertRight({ ...options, resource, authorizationServers }, settings);
  const { origin, pathname } = new URL(resource);
  const path = pathname === '/' ? '' : pathname;
  return {
    url: origin + WELL_KNOWN + path,
    paths: [...new Set([WELL_KNOWN + path, WELL_KNOWN])],
    document: {
      resource,
      authorization_servers: authorizationServers,
      ...(scopes && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
      ...(settings.needsDpop && { dpop_bound_access_tokens_required: true }),
      ...(resourceName !== undefined && { resource_name: resourceName }),
      ...(documentation !== undefined && { resource_documentation: documentation }),
    },
  };
}

/** The slash of an empty path changes no URL (RFC 3986 §6.2.3), but the text that a token's `aud` is compared with. */
function spelledAsAudience(resource: string, { audiences }: GuardSettings): string {
  const equal = (audience: string) => withoutLoneSlash(audience) === withoutLoneSlash(resource);
  return audiences.includes(resource) ? resource : (audiences.find(equal) ?? resource);
}

const withoutLoneSlash = (url: string) => url.replace(/^(https?:\/\/[^/?#\\@]+)\/$/, '$1');

function assertRight(options: ProtectedResourceOptions, { audiences, insecureHosts }: GuardSettings): void {
  const { resource = '', authorizationServers = [], scopes, resourceName, documentation } = options;
  const problems = [
    unknownOptions(options, OPTIONS),
    urlProblem('resource', resource, { insecureHosts }),
    audiences.includes(resource)
      ? undefined
      : `resource must be an audience of GuardModule, or tokens for it would be refused: ${audiences.join(', ')}`,
    isPlain(resource) ? undefined : "resource must have no query, and in its path only letters, digits and '-._~/'",
    authorizationServers.length === 0 ? 'authorizationServers must name at least one' : undefined,
    ...authorizationServers.map((server) => urlProblem('authorizationServers', server, { insecureHosts })),
    scopes?.every(isScopeToken) === false ? 'scopes must be scope names (RFC 6749 §3.3)' : undefined,
    resourceName === '' ? 'resourceName must not be empty' : undefined,
    documentation === undefined ? undefined : urlProblem('documentation', documentation),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0)
    throw new Error(`ProtectedResourceModule was given wrong options:\n- ${problems.join('\n- ')}`);
}

/** Other characters mean something in the routes of Express or Fastify. */
const isPlain = (url: string) => URL.canParse(url) && /^[\w\-.~/]*$/.test(new URL(url).pathname) && !url.includes('?');
