import { BearerFault } from '../../../bearer/bearer-fault.ts';
import type { JsonObject } from '../compact-jws.ts';
import { isAccessTokenType, isPlainType, type TokenProfile } from './token-profile.ts';

/** Claims of ID tokens (OpenID Connect Core §2, §3.3.2.11) and logout tokens, which no access token of Auth0 has. */
const FOREIGN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 'events'];

/**
 * Auth0: of its own profile (`typ` is `JWT`, the client is in `azp`, no `jti`) or of RFC 9068. In its own, `azp` marks an
 * access token: the audience of an ID token is the client itself.
 */
export const AUTH0: TokenProfile = {
  assertAccessToken({ typ }, claims) {
    if (isAccessTokenType(typ)) return;
    if (!isPlainType(typ)) throw BearerFault.invalidToken('typ is neither JWT nor at+jwt');
    if (FOREIGN_CLAIMS.some((name) => claims[name] !== undefined) || isForClient(claims))
      throw BearerFault.invalidToken('an ID token or a logout token');
  },
  clientClaims: ['azp', 'client_id'],
  hasTokenIds: false,
};

function isForClient({ aud, azp }: JsonObject): boolean {
  return azp === undefined || (Array.isArray(aud) ? aud : [aud]).includes(azp);
}
