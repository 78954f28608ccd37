import { CLIENT_LISTS } from '../../protocol/client/listed-clients';
import { type ListedClients, type Resource, isIdentityScope, isScopeToken } from '../../protocol/request/scope';
import { readDetailsTypes } from './details-types-setting';
import {
  type Complain,
  type Json,
  complainOfTwins,
  isObject,
  readClaimNames,
  readList,
  readText,
} from './json-setting';
import { readTokenExchanges } from './token-exchanges-setting';
import { readResourceTexts, readScopeTexts } from './resource-texts-setting';
import { quoted, serviceUrlProblem } from './url-setting';

/**
 * Reads the resources: `[{ "url", "name", "texts"?, "scopes": [{ "name", "description", "detail"?, "sensitive"?,
 * "texts"?, "claims"? }], "authorization_details_types"?, "introspection_clients"?, "client_credentials_clients"?,
 * "token_exchange_clients"?, "first_party_clients"?, "token_exchanges"? }]`.
 * A scope name belongs to one resource, and no resource is the auth server itself.
 */
export function readResources(text: string, issuer: string, complain: Complain): Resource[] {
  const entries = readList(text, complain);
  if (entries === null) return [];
  const complainOf = (at: number) => (problem: string) => complain(`entry ${at + 1} ${problem}`);
  const resources = entries.map((entry, at) => readResource(entry, complainOf(at)));
  if (entries.length === 0) complain('must name at least one resource');
  complainOfTwins(
    resources.map(({ url }) => url),
    'url',
    complain,
  );
  complainOfTwins(
    resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)),
    'scope',
    complain,
  );
  complainOfTwins(
    resources.flatMap(({ authorizationDetailsTypes = [] }) => authorizationDetailsTypes.map(({ type }) => type)),
    'authorization details type',
    complain,
  );
  if (resources.some(({ url }) => url === issuer)) complain('names AUTH_URL as a resource; a resource has its own URL');
  return resources.map((resource, at) => {
    const { token_exchanges: policies } = entries[at]!;
    if (policies === undefined) return resource;
    return { ...resource, tokenExchanges: readTokenExchanges(policies, resource, resources, complainOf(at)) };
  });
}

/** Each is client_ids, or `"*"`. */
const LISTS = [
  ...Object.values(CLIENT_LISTS),
  { list: 'firstPartyClients', member: 'first_party_clients' },
] as const satisfies { list: keyof Resource; member: string }[];

function readResource(entry: Json, complain: Complain): Resource {
  const url = readText(entry, 'url', complain);
  const problem = url === '' ? null : serviceUrlProblem(url);
  if (problem !== null) complain(`has a url that ${problem}`);
  const resource = { url, name: readText(entry, 'name', complain), scopes: readScopes(entry.scopes, complain) };
  const { authorization_details_types: types, introspection_clients: introspecting } = entry;
  const texts = readResourceTexts(entry.texts, complain);
  const lists = LISTS.filter(({ member }) => entry[member] !== undefined);
  return {
    ...resource,
    ...(texts && { texts }),
    ...(types !== undefined && { authorizationDetailsTypes: readDetailsTypes(types, complain) }),
    ...(introspecting !== undefined && {
      introspectionClients: readClientIds('introspection_clients', introspecting, complain),
    }),
    ...Object.fromEntries(lists.map(({ list, member }) => [list, readListed(member, entry[member], complain)])),
  };
}

function readClientIds(name: string, value: unknown, complain: Complain, alternative = ''): string[] {
  if (Array.isArray(value) && value.every((id) => typeof id === 'string' && id !== '' && id !== '*'))
    return value as string[];
  complain(`has ${name} that is not a list of client_ids${alternative}`);
  return [];
}

const readListed = (name: string, value: unknown, complain: Complain): ListedClients =>
  value === '*' ? '*' : readClientIds(name, value, complain, ' or "*"');

function readScopes(value: unknown, complain: Complain): Resource['scopes'] {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) {
    complain('needs scopes: a list of {"name", "description"}');
    return [];
  }
  return value.map((scope) => {
    const name = readText(scope, 'name', complain);
    if (name !== '' && !isScopeToken(name)) complain(`has a scope ${quoted(name)} with characters RFC 6749 forbids`);
    if (isIdentityScope(name))
      complain(`has a scope ${quoted(name)}, a name of OpenID Connect that goes with any resource`);
    const claims = readClaimNames(scope.claims, complain);
    const description = readText(scope, 'description', complain);
    return { name, description, ...readScopeTexts(scope, complain), ...(claims.length > 0 && { claims }) };
  });
}
