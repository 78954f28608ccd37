import type { Settings } from '../../platform/config/settings';
import { isLoopbackUrl } from '../../protocol/text/loopback';
import type { ClientPolicy } from '../../protocol/client/problems';

/** RS256 always: every OpenID client understands it. `INSECURE_HOSTS` only for developers, whom the operator knows. */
export const clientPolicyOf = (settings: Settings): ClientPolicy => ({
  scopes: settings.resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)),
  idTokenAlgs: [...new Set(['RS256', settings.accessTokenAlg])],
  allowLoopback: isLoopbackUrl(settings.issuer),
  privateUseSchemes: settings.privateUseSchemes,
  server: settings,
});
