import { BearerFault } from '../../../bearer/bearer-fault.ts';
import { isAccessTokenType, isPlainType, type TokenProfile } from './token-profile.ts';

/**
 * Keycloak: the header's `typ` is `JWT` for every token unless the client has "Use at+jwt as access token header type".
 * The claim `typ` tells them apart: `Bearer` and `DPoP` are access tokens, `ID`, `Refresh`, `Offline` and `Logout` others.
 */
export const KEYCLOAK: TokenProfile = {
  assertAccessToken(header, { typ, cnf }) {
    if (!isPlainType(header.typ) && !isAccessTokenType(header.typ))
      throw BearerFault.invalidToken('typ is neither JWT nor at+jwt');
    if (typ !== 'Bearer' && typ !== 'DPoP') throw BearerFault.invalidToken('the claim typ is not Bearer or DPoP');
    if (typ === 'DPoP' && cnf === undefined)
      throw BearerFault.invalidToken('the claim typ is DPoP, but there is no cnf');
  },
  clientClaims: ['azp'],
  hasTokenIds: true,
};
