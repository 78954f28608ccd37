/** Milliseconds for which a version may be missing: no transaction is open for longer. */
const LONGEST_TRANSACTION = 30_000;

interface Mark {
  at: number;
  newest: number;
}

/**
 * Which versions of an append-only table were read. PostgreSQL draws a version before the commit, so a lower one may
 * appear later: a reader of "newer than the last" would lose it. Times are of the monotonic clock.
 */
export class SeenVersions {
  private newest = 0;
  /** Everything up to this one was read, or will never come. */
  private settled = 0;
  private readonly seen = new Set<number>();
  private readonly marks: Mark[] = [];

  /** @param inOrder whether versions are committed in their order, as on SQLite */
  constructor(private readonly inOrder: boolean) {}

  get last(): number {
    return this.newest;
  }

  /** Rows above this version are to be read, again or for the first time. */
  floor(now: number): number {
    while ((this.marks[0]?.at ?? now) <= now - LONGEST_TRANSACTION) this.settle(this.marks.shift()!.newest);
    return this.inOrder ? this.newest : this.settled;
  }

  /** @returns whether the version is new. */
  add(version: number, now: number): boolean {
    if (version <= this.settled || this.seen.has(version)) return false;
    this.seen.add(version);
    if (version > this.newest) this.mark(version, now);
    if (this.inOrder) this.settle(version);
    while (this.seen.delete(this.settled + 1)) this.settled += 1;
    return true;
  }

  /** Nothing below `version` is missing: for a reader that begins with a table that has grown for long. */
  settle(version: number): void {
    if (version <= this.settled) return;
    this.settled = version;
    this.newest = Math.max(this.newest, version);
    for (const one of this.seen) if (one <= version) this.seen.delete(one);
    while (this.seen.delete(this.settled + 1)) this.settled += 1;
  }

  private mark(newest: number, at: number): void {
    this.newest = newest;
    const last = this.marks.at(-1);
    // One for each second: a bulk of rows must not make a mark each.
    if (last !== undefined && at - last.at < 1_000) last.newest = newest;
    else this.marks.push({ at, newest });
  }
}
