import type { Settings } from '../config/settings';
import { isLoopbackUrl } from '../protocol/text/loopback';
import type { ClientPolicy } from '../protocol/client/problems';

/** RS256 always: every OpenID client understands it. */
export const clientPolicyOf = ({ issuer, resources, accessTokenAlg }: Settings): ClientPolicy => ({
  scopes: resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)),
  idTokenAlgs: [...new Set(['RS256', accessTokenAlg])],
  allowLoopback: isLoopbackUrl(issuer),
});
