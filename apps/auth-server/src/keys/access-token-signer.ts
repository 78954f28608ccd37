import { Injectable } from '@nestjs/common';
import type { AccessTokenClaims } from '../protocol/access-token-claims';
import { encodeJwsPart, signJwt } from '../protocol/signed-jwt';
import { KeyRing } from './key-ring';

export const ACCESS_TOKEN_TYP = 'at+jwt';

/** Signs access tokens (RFC 9068). */
@Injectable()
export class AccessTokenSigner {
  /** The header that the last token bore. */
  private last = { kid: '', head: '' };

  constructor(private readonly ring: KeyRing) {}

  async sign(claims: AccessTokenClaims): Promise<string> {
    const { alg, kid, privateKey } = await this.ring.signing();
    if (this.last.kid !== kid) this.last = { kid, head: encodeJwsPart({ alg, kid, typ: ACCESS_TOKEN_TYP }) };
    return signJwt(this.last.head, claims, { alg, key: privateKey });
  }
}
