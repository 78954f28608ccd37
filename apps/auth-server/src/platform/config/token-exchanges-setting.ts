import { z } from 'zod';
import { type ExchangePolicy, type Resource, isIdentityScope } from '../../protocol/request/scope';
import { type Complain, lastOf, strictly, text, textBy, twinsIn } from './json-setting';
import { quoted } from './url-setting';

const NO_POLICIES = 'has token_exchanges that are not a list of {"client", "from", "scopes"}';
const NO_SCOPES = 'needs scopes: {"<scope of from>": ["<scope of this resource>"]}';
const lacksScopes = {
  error: ({ path }: { path?: readonly PropertyKey[] | undefined }) => `needs a list of scopes for ${lastOf(path)}`,
};
const given = z.array(z.string(), lacksScopes).min(1, lacksScopes);

const policy = strictly(
  {
    client: textBy((client) => (client === '*' ? 'has the client "*"; a policy names one client_id' : null)),
    from: text,
    scopes: z.record(z.string(), given, NO_SCOPES).refine((scopes) => Object.keys(scopes).length > 0, NO_SCOPES),
  },
  NO_POLICIES,
);

/** `[{ "client", "from", "scopes": { "<scope of from>": ["<scope of this resource>"] } }]`. */
export const tokenExchanges = z.array(policy, NO_POLICIES);

type SentPolicy = z.infer<typeof policy>;

/** @param resources all of the file: `from` is another one of them. */
export function readTokenExchanges(
  policies: readonly SentPolicy[],
  target: Resource,
  resources: readonly Resource[],
  complain: Complain,
): ExchangePolicy[] {
  for (const [at, policy] of policies.entries())
    for (const problem of problemsOf(policy, target, resources)) complain(`token_exchanges ${at + 1} ${problem}`);
  for (const problem of twinsIn(
    policies.map(({ client, from }) => `${client} from ${from}`),
    'token exchange of',
  ))
    complain(problem);
  return policies.map((policy) => ({ ...policy, scopes: new Map(Object.entries(policy.scopes)) }));
}

function* problemsOf(
  { from, scopes }: SentPolicy,
  target: Resource,
  resources: readonly Resource[],
): Generator<string> {
  const source = resources.find(({ url }) => url === from);
  if (from === target.url) yield 'has its own resource as from; token_exchange_clients allows such exchanges';
  else if (source === undefined) yield `has the from ${quoted(from)}, which is not a url in this file`;
  for (const [held, names] of Object.entries(scopes)) {
    if (source !== undefined) yield* strangersIn([held], source);
    yield* strangersIn(names, target);
    yield* twinsIn(names, 'scope');
  }
}

function* strangersIn(names: readonly string[], { url, scopes }: Resource): Generator<string> {
  for (const name of names)
    if (isIdentityScope(name)) yield `has the scope ${quoted(name)}: scopes of OpenID Connect are not exchanged`;
    else if (!scopes.some((scope) => scope.name === name))
      yield `has the scope ${quoted(name)}, which is not a scope of ${url}`;
}
