import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '../../../protocol/token/access-token-claims';
import { KeyRing } from './key-ring';
import { signJwt } from './sign-jwt';

export const ACCESS_TOKEN_TYP = 'at+jwt';

/** Signs access tokens (RFC 9068). */
@Injectable()
export class AccessTokenSigner {
  constructor(private readonly ring: KeyRing) {}

  async sign(claims: AccessTokenClaims): Promise<string> {
    return signJwt(await this.ring.signing(), ACCESS_TOKEN_TYP, claims);
  }
}
