import { type Resource, isIdentityScope } from '../../protocol/request/scope';
import type { ExchangePolicy } from '../../protocol/request/scope';
import { type Complain, type Json, complainOfTwins, complainOfUnknown, isObject, readText } from './json-setting';
import { quoted } from './url-setting';

/**
 * Reads the policies of a resource: `[{ "client", "from", "scopes": { "<scope of from>": ["<scope of this resource>"] } }]`.
 *
 * @param resources all of the file: `from` is another one of them.
 */
export function readTokenExchanges(
  value: unknown,
  resource: Resource,
  resources: readonly Resource[],
  complain: Complain,
): ExchangePolicy[] {
  if (!Array.isArray(value) || !value.every(isObject)) {
    complain('has token_exchanges that are not a list of {"client", "from", "scopes"}');
    return [];
  }
  const policies = value.map((entry, at) =>
    readPolicy(entry, resource, resources, (problem) => complain(`token_exchanges ${at + 1} ${problem}`)),
  );
  complainOfTwins(
    policies.map(({ client, from }) => (client && from ? `${client} from ${from}` : '')),
    'token exchange of',
    complain,
  );
  return policies;
}

function readPolicy(entry: Json, target: Resource, resources: readonly Resource[], complain: Complain): ExchangePolicy {
  complainOfUnknown(entry, ['client', 'from', 'scopes'], complain);
  const client = readText(entry, 'client', complain);
  if (client === '*') complain('has the client "*"; a policy names one client_id');
  const from = readText(entry, 'from', complain);
  const source = resources.find(({ url }) => url === from);
  if (from === target.url) complain('has its own resource as from; token_exchange_clients allows such exchanges');
  else if (from !== '' && source === undefined) complain(`has the from ${quoted(from)}, which is no url of this file`);
  return { client, from, scopes: readMapping(entry.scopes, source, target, complain) };
}

function readMapping(
  value: unknown,
  source: Resource | undefined,
  target: Resource,
  complain: Complain,
): ExchangePolicy['scopes'] {
  if (!isObject(value) || Object.keys(value).length === 0) {
    complain('needs scopes: {"<scope of from>": ["<scope of this resource>"]}');
    return new Map();
  }
  const mapping = new Map<string, readonly string[]>();
  for (const [held, given] of Object.entries(value)) {
    if (source !== undefined) complainOfStranger(held, source, complain);
    mapping.set(held, readGiven(held, given, target, complain));
  }
  return mapping;
}

function readGiven(held: string, given: unknown, target: Resource, complain: Complain): readonly string[] {
  if (!Array.isArray(given) || given.length === 0 || !given.every((name) => typeof name === 'string')) {
    complain(`needs a list of scopes for ${quoted(held)}`);
    return [];
  }
  for (const name of given) complainOfStranger(name, target, complain);
  complainOfTwins(given, 'scope', complain);
  return given;
}

function complainOfStranger(name: string, { url, scopes }: Resource, complain: Complain): void {
  if (isIdentityScope(name)) complain(`has the scope ${quoted(name)}: scopes of OpenID Connect are not exchanged`);
  else if (!scopes.some((scope) => scope.name === name))
    complain(`has the scope ${quoted(name)}, which is none of ${url}`);
}
