import { type Check, type Finding, failure, skipped, some, warning, well } from '../check';
import type { InsideFacts } from '../inside/inside-facts';
import { type Reply, faultOf, objectOf } from '../prober';
import type { ProviderFacts } from './provider-facts';

const PROVIDERS = 'how-to/openid-providers.md: What to know of each';

export const PROVIDER_CHECKS: readonly Check<InsideFacts>[] = [
  {
    id: 'login-providers',
    title: 'the providers answer, have the configured issuers and say when users signed in',
    clause: PROVIDERS,
    run: ({ providers }) =>
      providers.length === 0 ? skipped('SIGN_IN_PROVIDERS_FILE lists no provider') : judge(providers),
  },
];

function judge(facts: readonly ProviderFacts[]): Finding {
  const faults = facts.flatMap((fact) => problemOf(fact) ?? []);
  if (faults.length > 0)
    return failure(
      some(faults),
      'correct the entry in SIGN_IN_PROVIDERS_FILE, or the network connection to the provider',
    );
  const silent = facts.filter(({ metadata }) => !tellsTime(metadata)).map(({ provider }) => provider.id);
  if (silent.length === 0) return well();
  return warning(
    `${some(silent)} may not say when a user signed in: applications that demand a new sign-in do not get one`,
    'include auth_time in the ID token, if the provider can do that',
  );
}

function problemOf({ provider: { id, issuer }, metadata }: ProviderFacts): string | null {
  const said = objectOf(metadata);
  if (said === null) return `${id}: ${faultOf(metadata)}`;
  return said['issuer'] === issuer ? null : `${id} has the issuer ${JSON.stringify(said['issuer'])}, not ${issuer}`;
}

/** Metadata that lists no claims says nothing of it. */
function tellsTime(metadata: Reply): boolean {
  const claims = objectOf(metadata)?.['claims_supported'];
  return !Array.isArray(claims) || claims.includes('auth_time');
}
