import { RevocationDigest } from './revocation-digest.ts';
import type { RevocationEntry } from './revocation-entry.ts';
import { ALWAYS, RevocationTable } from './revocation-table.ts';
import type { JudgedToken } from './revocations.ts';
import { SuspendedClients } from './suspended-clients.ts';
import { kindBit, type TokenTrace, traceOf } from './token-trace.ts';

/** Seconds by which signed answers may be old, and the clocks of an issuer's processes apart. */
const LEEWAY = 100;

/** The entries of one history of an issuer's database; a restore begins another. */
export class RevocationLog {
  /** The latest version that was heard of, signed or not. */
  version = 0;
  /** Of the newest signed document: its version, its `iat` in epoch seconds, when it came by the monotonic clock. */
  signed: { readonly version: number; readonly issuedAt: number; readonly at: number } | undefined;
  private readonly digest: RevocationDigest;
  private readonly table = new RevocationTable();
  private readonly suspended = new SuspendedClients();
  /** The kinds that ever had an entry, as bits. */
  private kinds = 0;
  private addedAt = 0;
  /** Tokens issued later, by `iat` in epoch seconds, are judged by the log that followed. */
  private judgesUntil = Infinity;

  constructor(readonly id: string) {
    this.digest = new RevocationDigest(id);
  }

  get size(): number {
    return this.table.size;
  }

  isRevoked(judged: JudgedToken): boolean {
    if (judged.token.issuedAt / 1_000 > this.judgesUntil) return this.hasKey(judged.key.kid);
    const { digests, counters } = this.traceOf(judged);
    for (let at = 0; at < digests.length; at++) {
      if (this.table.find(digests[at]!) > counters[at]!) return true;
    }
    return false;
  }

  /** Whether a key was compromised. */
  hasKey(kid: string): boolean {
    return (this.kinds & kindBit('key')) !== 0 && this.table.find(this.digest.ofShared('key', kid)) > 0;
  }

  /**
   * Adds entries, signed or not, in any order and as often as they come. `seenAt`: now, in milliseconds of the monotonic
   * clock. Returns whether they refuse more than before.
   */
  add(entries: readonly RevocationEntry[], seenAt: number): boolean {
    if (entries.length > 0) this.addedAt = seenAt;
    let isMore = false;
    for (const entry of entries) {
      const { kind, digest, n, expiresAt } = entry;
      if (kind === 'enabled') continue;
      this.kinds |= kindBit(kind);
      const isNew = kind === 'disabled' ? this.suspend(entry, seenAt) : this.table.add(digest, n, expiresAt);
      isMore ||= isNew;
    }
    return isMore;
  }

  /** Enables applications again, as a signed document says. */
  lift(entries: readonly RevocationEntry[], seenAt: number): void {
    for (const entry of entries) {
      if (entry.kind !== 'enabled') continue;
      this.suspended.lift(entry, seenAt);
      this.settle(entry.digest);
    }
  }

  /** Enables what a whole signed snapshot lacks; it was asked for at `askedAt`. */
  liftMissing(snapshot: readonly RevocationEntry[], version: number, askedAt: number): void {
    for (const digest of this.suspended.liftMissing(snapshot, version, askedAt)) this.settle(digest);
  }

  /**
   * Another log follows. Entries concern tokens issued before they came, so those issued later are judged by the other
   * one alone: its counters may begin lower. Whether an application is disabled is a state, which only that one knows.
   */
  standDown(): void {
    const { issuedAt = Infinity, at = 0 } = this.signed ?? {};
    this.judgesUntil = issuedAt + Math.max(0, this.addedAt - at) / 1_000 + LEEWAY;
    for (const digest of this.suspended.digests()) this.settle(digest);
  }

  /** It is the issuer's log again. */
  resume(): void {
    this.judgesUntil = Infinity;
    for (const digest of this.suspended.digests()) this.settle(digest);
  }

  /** Drops what expired before `now`, in epoch seconds. */
  purge(now: number): void {
    this.table.purge(now);
    this.suspended.purge(now);
  }

  private suspend(entry: RevocationEntry, seenAt: number): boolean {
    const isNew = this.suspended.suspend(entry, seenAt);
    this.settle(entry.digest);
    return isNew;
  }

  private settle(digest: string): void {
    const refuses = this.judgesUntil === Infinity && this.suspended.isSuspended(digest);
    this.table.set(digest, refuses ? ALWAYS : 0, this.suspended.expiryOf(digest));
  }

  private traceOf(judged: JudgedToken): TokenTrace {
    const traces = (judged.traces ??= []);
    const at = traces.findIndex(({ log }) => log === this.id);
    const known = traces[at];
    if (known?.kinds === this.kinds) return known;
    const { digest } = this;
    const trace = traceOf(judged, this.id, this.kinds, (kind, value, isShared) =>
      isShared ? digest.ofShared(kind, value) : digest.of(kind, value),
    );
    traces[at < 0 ? traces.length : at] = trace;
    return trace;
  }
}
