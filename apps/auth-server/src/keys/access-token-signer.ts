import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { AccessTokenClaims } from '../protocol/access-token-claims';
import { KeyRing } from './key-ring';
import { signJwt } from './sign-jwt';

export const ACCESS_TOKEN_TYP = 'at+jwt';

/** Signs access tokens (RFC 9068). */
@Injectable()
export class AccessTokenSigner {
  constructor(
    private readonly ring: KeyRing,
    private readonly jwt: JwtService,
  ) {}

  async sign(claims: AccessTokenClaims): Promise<string> {
    return signJwt(this.jwt, await this.ring.signing(), ACCESS_TOKEN_TYP, claims);
  }
}
