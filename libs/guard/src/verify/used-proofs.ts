import type { Proof } from './proof.rule.ts';

/** How many are kept; the oldest go first. */
const MOST = 100_000;

/** The proofs that this process accepted (RFC 9449 §11.1), until they expire. */
export class UsedProofs {
  private readonly expiries = new Map<string, number>();

  constructor(private readonly most = MOST) {}

  /** @returns whether this is its first use. */
  use({ id, expiresAt }: Proof, now: number): boolean {
    if ((this.expiries.get(id) ?? -Infinity) >= now) return false;
    this.expiries.delete(id);
    this.forget(now);
    this.expiries.set(id, expiresAt);
    return true;
  }

  /** In order of use, which is about the order of expiry. */
  private forget(now: number): void {
    for (const [id, expiresAt] of this.expiries) {
      if (expiresAt >= now && this.expiries.size < this.most) return;
      this.expiries.delete(id);
    }
  }
}
