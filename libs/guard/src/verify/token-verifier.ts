import { assertAccessToken } from './access-token.rule.ts';
import type { Clock } from './clock.ts';
import { type CompactJws, type JsonObject, parseCompactJws, parseJsonPart } from './compact-jws.ts';
import { assertEdDsaSignature } from './eddsa-signature.ts';
import { type KeyFinder, keyForToken } from './token-key.ts';
import type { VerificationKey } from './verification-key.ts';
import type { VerifiedAccessToken } from './verified-access-token.ts';

export interface VerifierSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
}

/** The steps of verifying a token. The caller verifies RS256 and ES256 between `keyOf` and `accept`. */
export class TokenVerifier {
  constructor(
    private readonly settings: VerifierSettings,
    private readonly keys: KeyFinder,
  ) {}

  /** The key that must have signed a token. Throws `invalid_token` or `temporarily_unavailable`. */
  keyOf({ header }: CompactJws): Promise<VerificationKey> {
    return keyForToken(header, this.keys);
  }

  /** All steps for EdDSA (RFC 8037), which jsonwebtoken lacks. Throws as `keyOf` and `accept` do. */
  async verifyEdDsa(token: string): Promise<VerifiedAccessToken> {
    const jws = parseCompactJws(token);
    assertEdDsaSignature(jws, await this.keyOf(jws));
    return this.accept(jws.header, parseJsonPart(jws.payload));
  }

  /** The content of a token with a verified signature. Throws `invalid_token`. */
  accept(header: JsonObject, payload: unknown): VerifiedAccessToken {
    const { issuer, audience, clock } = this.settings;
    return assertAccessToken(header, payload, { issuer, audience, now: clock.now() });
  }
}
