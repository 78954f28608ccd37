import type { RevocationEntry } from './revocation-entry.ts';

interface Suspension {
  readonly version: number;
  /** Epoch seconds. */
  expiresAt: number;
  isLifted: boolean;
  /** When an answer or event last had it, by the monotonic clock; in milliseconds. */
  seenAt: number;
}

/**
 * How long a signed snapshot may lack what came before, in milliseconds: the longest transaction of the issuer, and the
 * time for which answers may be cached.
 */
const OVERLAP = 40_000;

/**
 * Disabled applications: the only entries that go again before they expire. Each is lifted by its own version, so that
 * whatever comes twice or in another order, an application that was disabled again stays disabled.
 */
export class SuspendedClients {
  private readonly byClient = new Map<string, Suspension[]>();

  isSuspended(digest: string): boolean {
    return this.byClient.get(digest)?.some(({ isLifted }) => !isLifted) ?? false;
  }

  /** Until when it must be known whether an application is disabled; epoch seconds. */
  expiryOf(digest: string): number {
    return Math.max(0, ...(this.byClient.get(digest) ?? []).map(({ expiresAt }) => expiresAt));
  }

  /** @returns whether the entry is new. */
  suspend({ digest, version, expiresAt }: RevocationEntry, seenAt: number): boolean {
    const known = this.find(digest, version);
    if (known === undefined) {
      this.add(digest, { version, expiresAt, isLifted: false, seenAt });
      return true;
    }
    known.seenAt = seenAt;
    known.expiresAt = Math.max(known.expiresAt, expiresAt);
    return false;
  }

  /** Kept also where the entry that it lifts is still to come. */
  lift({ digest, n, expiresAt }: RevocationEntry, seenAt: number): void {
    const known = this.find(digest, n);
    if (known === undefined) return this.add(digest, { version: n, expiresAt, isLifted: true, seenAt });
    known.isLifted = true;
  }

  /**
   * Lifts what a whole snapshot lacks: it leaves out entries that were lifted. `askedAt` is in milliseconds of the
   * monotonic clock. Returns the digests.
   */
  liftMissing(snapshot: readonly RevocationEntry[], version: number, askedAt: number): string[] {
    const there = new Set(snapshot.filter(({ kind }) => kind === 'disabled').map(({ version }) => version));
    const lifted: string[] = [];
    for (const [digest, suspensions] of this.byClient) {
      const missing = suspensions.filter((one) => !one.isLifted && one.version <= version && !there.has(one.version));
      const old = missing.filter(({ seenAt }) => seenAt + OVERLAP <= askedAt);
      for (const one of old) one.isLifted = true;
      if (old.length > 0) lifted.push(digest);
    }
    return lifted;
  }

  /** Drops what expired before `now`, in epoch seconds. */
  purge(now: number): void {
    for (const [digest, suspensions] of this.byClient) {
      const living = suspensions.filter(({ expiresAt }) => expiresAt >= now);
      if (living.length === 0) this.byClient.delete(digest);
      else if (living.length < suspensions.length) this.byClient.set(digest, living);
    }
  }

  digests(): string[] {
    return [...this.byClient.keys()];
  }

  private find(digest: string, version: number): Suspension | undefined {
    return this.byClient.get(digest)?.find((one) => one.version === version);
  }

  private add(digest: string, suspension: Suspension): void {
    const others = this.byClient.get(digest);
    if (others === undefined) this.byClient.set(digest, [suspension]);
    else others.push(suspension);
  }
}
