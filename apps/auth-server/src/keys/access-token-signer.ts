import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SignJWT } from 'jose';
import type { AccessTokenClaims } from '../protocol/access-token-claims';
import { KeyRing } from './key-ring';

export const ACCESS_TOKEN_TYP = 'at+jwt';

/** Signs access tokens (RFC 9068). */
@Injectable()
export class AccessTokenSigner {
  constructor(
    private readonly ring: KeyRing,
    private readonly jwt: JwtService,
  ) {}

  async sign(claims: AccessTokenClaims): Promise<string> {
    const { alg, kid, privateKey } = await this.ring.signing();
    const header = { alg, kid, typ: ACCESS_TOKEN_TYP };
    // jsonwebtoken, under @nestjs/jwt, knows no EdDSA.
    if (alg === 'EdDSA') return new SignJWT({ ...claims }).setProtectedHeader(header).sign(privateKey);
    return this.jwt.sign(claims, { algorithm: alg, header, privateKey });
  }
}
