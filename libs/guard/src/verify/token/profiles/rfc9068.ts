import { BearerFault } from '../../../bearer/bearer-fault.ts';
import { isAccessTokenType, type TokenProfile } from './token-profile.ts';

/** RFC 9068: the header's `typ` says what the token is. */
export const RFC9068: TokenProfile = {
  assertAccessToken({ typ }) {
    if (!isAccessTokenType(typ)) throw BearerFault.invalidToken('typ is not at+jwt');
  },
  clientClaims: ['client_id'],
  hasTokenIds: true,
};
