import type { KeyStore } from './keys/key-store.ts';
import type { TokenProfile } from './token/profiles/token-profile.ts';
import type { Revocations } from './revocations/revocations.ts';

/** An authorization server whose access tokens are accepted. */
export interface TrustedIssuer {
  /** Byte for byte the tokens' `iss`. */
  readonly issuer: string;
  /** What this service is called in its tokens: one of these must be in `aud`. */
  readonly audiences: readonly string[];
  readonly profile: TokenProfile;
  readonly keys: KeyStore;
  readonly revocations: Revocations;
}
