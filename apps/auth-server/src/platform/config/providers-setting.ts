import { providerProblem } from '../../protocol/sign-in/provider-quirks';
import { type Complain, readEntries, strictly, text, textBy, twinsIn } from './json-setting';
import type { SignInProvider } from './settings';
import { type InsecureHosts, quoted, urlProblem } from './url-setting';

/** A part of the redirect URI that is registered at the provider. */
const ID = /^[a-z0-9-]{1,32}$/;

const idProblem = (id: string) =>
  ID.test(id)
    ? null
    : `has the id ${quoted(id)}; it must have 1 to 32 characters of a-z, 0-9 and -, as the redirect URI ends in it`;

/** `[{ "id", "name", "issuer", "client_id", "client_secret"? }]`, as docs/settings.md has it. */
const entryFor = (others: readonly string[], insecureHosts: InsecureHosts) =>
  strictly(
    {
      id: textBy(idProblem),
      name: text.max(60, 'has a name longer than 60 characters'),
      issuer: textBy((issuer) => issuerProblem(issuer, others, insecureHosts)),
      client_id: text,
      client_secret: text.optional(),
    },
    'must be an object',
  ).transform(({ client_id: clientId, client_secret: clientSecret = null, ...provider }) => ({
    ...provider,
    clientId,
    clientSecret,
  }));

function issuerProblem(issuer: string, others: readonly string[], insecureHosts: InsecureHosts): string | null {
  const problem = urlProblem(issuer, insecureHosts);
  if (problem !== null) return `has an issuer that ${problem}`;
  if (others.includes(issuer)) return 'has AUTH_URL or SIGN_IN_ISSUER as its issuer; a provider has its own accounts';
  return providerProblem(issuer);
}

/** @param others issuers that no provider can be. */
export function readProviders(
  json: string,
  { others, insecureHosts }: { others: readonly string[]; insecureHosts: InsecureHosts },
  complain: Complain,
): SignInProvider[] {
  const providers = (readEntries(json, entryFor(others, insecureHosts), complain) ?? []).filter(
    (entry) => entry !== null,
  );
  for (const name of ['id', 'issuer'] as const)
    for (const problem of twinsIn(
      providers.map((provider) => provider[name]),
      name,
    ))
      complain(problem);
  return providers;
}
