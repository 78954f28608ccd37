import type { VerificationKey } from './keys/verification-key.ts';
import type { JudgedToken } from './revocations/revocations.ts';
import type { TrustedIssuer } from './trusted-issuer.ts';

/** A token whose signature and claims were verified. */
export interface CachedToken extends JudgedToken {
  readonly issuer: TrustedIssuer;
  readonly key: VerificationKey;
  /** The version of the revocations by which it was last found good. */
  judgedAt: number;
  /** Whether it was found since eviction last passed it. */
  wasFound: boolean;
}

/** The most entries that one eviction passes, so that no call waits for a walk through a large cache. */
const LONGEST_WALK = 10_000;

/**
 * Verified tokens by the hash of the whole text: a heap dump shows none that could be sent. Full, it drops the oldest
 * one that was not found since eviction last passed it (SIEVE): a hit writes one flag, and tokens that come once leave
 * before those that come again.
 */
export class VerifiedTokenCache {
  private readonly kept = new Map<string, CachedToken>();
  private walk = this.kept.entries();

  /** @param most tokens; 0 keeps none. */
  constructor(private readonly most: number) {}

  find(id: string): CachedToken | undefined {
    const cached = this.kept.get(id);
    if (cached !== undefined) cached.wasFound = true;
    return cached;
  }

  add(id: string, cached: CachedToken): void {
    if (this.most === 0) return;
    if (this.kept.size >= this.most && !this.kept.has(id)) this.evict();
    this.kept.set(id, cached);
  }

  delete(id: string): void {
    this.kept.delete(id);
  }

  private evict(): void {
    for (let passed = 0; ; passed++) {
      const { value } = this.walk.next();
      if (value === undefined) this.walk = this.kept.entries();
      else if (value[1].wasFound && passed < LONGEST_WALK) value[1].wasFound = false;
      else return this.delete(value[0]);
    }
  }
}
