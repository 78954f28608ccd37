import { BearerFault } from '../../../bearer/bearer-fault.ts';
import type { TokenProfile } from './token-profile.ts';

/**
 * An answer of introspection (RFC 7662 §2.2). Issuers answer `active` for refresh tokens too: `token_type` must be that of
 * an access token, and `typ` where Keycloak sets it.
 */
export const INTROSPECTED: TokenProfile = {
  assertAccessToken(_header, { token_type: type, typ = 'Bearer' }) {
    if (!isAccessTokenType(type) || !isAccessTokenType(typ)) throw BearerFault.invalidToken('no access token');
  },
  clientClaims: ['client_id', 'azp'],
  hasTokenIds: false,
};

const isAccessTokenType = (type: unknown) => typeof type === 'string' && /^(bearer|dpop)$/i.test(type);
