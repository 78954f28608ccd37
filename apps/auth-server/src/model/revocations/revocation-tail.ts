import { randomBytes } from 'node:crypto';
import type { Cursor } from '../../protocol/revocation/cursor';
import { type Entry, type PublishedRevocation, entryOf } from '../../protocol/revocation/entry';
import { SeenVersions } from '../../protocol/revocation/seen-versions';

/** Closed pages end at a multiple of it, and the tail spans at least as many versions where there are more. */
export const SPAN = 4_096;

interface TailEntry extends Entry {
  /** Counts what this process read: on PostgreSQL a lower version may come later. */
  arrival: number;
  holder: string | null;
  pair: string | null;
}

export const spanOf = (version: number) => Math.floor(version / SPAN) * SPAN;

/** The newest entries of a history, in this process' memory. What is older can no longer change, but for what expires. */
export class RevocationTail {
  /** In the order of their versions. */
  private entries: TailEntry[] = [];
  private readonly seen: SeenVersions;
  private readonly id = randomBytes(6).toString('base64url');
  private arrivals = 0;

  /**
   * @param start versions up to this one are not in the tail, nor missing
   * @param settled nothing up to this one is missing, though it may be in the tail
   */
  constructor(
    readonly log: string,
    isInOrder: boolean,
    public start: number,
    private readonly settled: number,
  ) {
    this.seen = new SeenVersions(isInOrder);
    this.seen.settle(settled);
  }

  /** Differs after each arrival. */
  get state(): string {
    return `${this.id}.${this.arrivals}`;
  }

  get newest(): number {
    return this.seen.last;
  }

  /** Where a reader stands that has all that is known here. */
  end(now: number): Cursor {
    const version = this.seen.floor(now);
    const arrived = version < this.newest ? { tail: this.id, count: this.arrivals } : undefined;
    return { log: this.log, version, arrived };
  }

  /** Rows above this version are to be read, again or for the first time. @param now of the monotonic clock */
  floor(now: number): number {
    return this.seen.floor(now);
  }

  /** @returns whether any is new */
  add(rows: readonly PublishedRevocation[], now: number): boolean {
    const before = this.arrivals;
    for (const row of rows) {
      const isOfStart = row.version > this.start && row.version <= this.settled;
      if (this.seen.add(row.version, now) || (isOfStart && !this.has(row.version))) this.addOne(row);
    }
    return this.arrivals > before;
  }

  /** What a reader of that cursor lacks. */
  after({ version, arrived }: Cursor): Entry[] {
    const isOwn = arrived?.tail === this.id;
    const found = this.entries.slice(this.indexAfter(version));
    return isOwn ? found.filter(({ arrival }) => arrival > arrived.count) : found;
  }

  /** Leaves to closed pages what need not stay. */
  trim(now: number): void {
    const start = spanOf(this.seen.floor(now)) - SPAN;
    if (start <= this.start) return;
    this.start = start;
    this.entries = this.entries.slice(this.indexAfter(start));
  }

  private addOne(row: PublishedRevocation): void {
    const { holder, pair } = row;
    if (row.kind === 'reissue' && holder !== null) this.cover(row);
    this.arrivals += 1;
    const entry = { ...entryOf(row, this.log), arrival: this.arrivals, holder, pair };
    this.entries.splice(this.indexAfter(row.version), 0, entry);
  }

  /** Drops what a wide entry covers, as the database does. */
  private cover({ version, holder, pair }: PublishedRevocation): void {
    const isCovered = (entry: TailEntry) =>
      entry.version < version &&
      entry.holder === holder &&
      (pair === '' || (entry.pair === pair && entry.kind !== 'grant'));
    this.entries = this.entries.filter((entry) => !isCovered(entry));
  }

  private has(version: number): boolean {
    return this.entries[this.indexAfter(version) - 1]?.version === version;
  }

  /** The first index above a version. */
  private indexAfter(version: number): number {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.entries[middle]!.version <= version) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
