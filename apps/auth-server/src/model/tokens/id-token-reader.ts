import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ID_TOKEN_TYP } from '../keys/signing/id-token-signer';
import { VerificationKeys } from '../keys/signing/verification-keys';
import type { IdTokenClaims } from '../../protocol/token/id-token-claims';
import { isCompactJws } from '../../protocol/signing/unverified-jwt';

/** Reads ID tokens that clients send as a hint. */
@Injectable()
export class IdTokenReader {
  constructor(
    private readonly keys: VerificationKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * What an ID token of ours says, also when it has expired (OpenID Connect RP-Initiated Logout §2): as long as its key
   * is public, which a compromised one is not.
   *
   * @returns `null` for every other text.
   */
  async find(token: string): Promise<IdTokenClaims | null> {
    if (!isCompactJws(token)) return null;
    const { jwtVerify } = await import('jose');
    const keys = await this.keys.of('id_token');
    const { issuer } = this.settings;
    try {
      // Accepts expired tokens: in 1970 none had expired.
      const { payload } = await jwtVerify<IdTokenClaims>(token, keys, {
        issuer,
        typ: ID_TOKEN_TYP,
        currentDate: new Date(0),
      });
      return payload;
    } catch {
      return null;
    }
  }
}
