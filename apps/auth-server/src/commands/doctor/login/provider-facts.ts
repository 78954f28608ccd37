import type { SignInProvider } from '../../../platform/config/settings';
import type { Prober, Reply } from '../prober';

export interface ProviderFacts {
  provider: SignInProvider;
  metadata: Reply;
}

export const gatherProviders = (providers: readonly SignInProvider[], prober: Prober): Promise<ProviderFacts[]> =>
  Promise.all(
    providers.map(async (provider) => {
      const url = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      return { provider, metadata: await prober.ask(url) };
    }),
  );
