import { BearerFault } from '../../bearer/bearer-fault.ts';
import type { UsedProofStore } from './used-proof-store.ts';

/** About 75 bytes each. */
const MOST = 500_000;

/** Milliseconds: proofs that expire in the same span are dropped together. */
const SPAN = 10_000;

/** The used proofs of one process. When full it refuses: to forget one would make it usable again. */
export class UsedProofs implements UsedProofStore {
  /** Ids by the span in which they expire. */
  private readonly spans = new Map<number, Set<string>>();
  private size = 0;

  constructor(private readonly most = MOST) {}

  /** Throws `temporarily_unavailable` when full. */
  use(id: string, expiresAt: number, now: number): boolean {
    this.dropExpired(now);
    const span = Math.floor(expiresAt / SPAN);
    for (const ids of this.spans.values()) if (ids.has(id)) return false;
    if (this.size >= this.most) throw BearerFault.proofsUnavailable('too many used proofs', this.untilRoom(now));
    const ids = this.spans.get(span);
    if (ids === undefined) this.spans.set(span, new Set([id]));
    else ids.add(id);
    this.size++;
    return true;
  }

  private dropExpired(now: number): void {
    for (const [span, ids] of this.spans) {
      if (endOf(span) > now) continue;
      this.spans.delete(span);
      this.size -= ids.size;
    }
  }

  /** Seconds until the next span expires. */
  private untilRoom(now: number): number {
    return Math.max(1, Math.ceil((endOf(Math.min(...this.spans.keys())) - now) / 1_000));
  }
}

const endOf = (span: number) => (span + 1) * SPAN;
