import { setImmediate as turn } from 'node:timers/promises';
import { LIFT, type PublishedRevocation, entryOf } from '../protocol/revocation/entry';
import { OVERLAP } from '../protocol/revocation/seen-versions';

/** Milliseconds: a version of which a later one is known may be committed as much later. */
export const LATE = 30_000;

/** How many entries are made in one turn of the event loop: 3 ms. */
const SLICE = 500;

/** Small, as there may be 100,000. */
export interface KeptEntry {
  /** The version. */
  v: number;
  /** The entry in JSON. */
  text: string;
  isLift: boolean;
  /** Epoch milliseconds of the ending. */
  at: number;
}

/** The entries of one history. */
export class PublishedEntries {
  private readonly kept = new Map<number, KeptEntry>();
  private readonly lifted = new Set<number>();

  constructor(readonly log: string) {}

  has(version: number): boolean {
    return this.kept.has(version);
  }

  versions(): Iterable<number> {
    return this.kept.keys();
  }

  all(): KeptEntry[] {
    return [...this.kept.values()];
  }

  async add(rows: readonly PublishedRevocation[]): Promise<KeptEntry[]> {
    const added: KeptEntry[] = [];
    for (const row of rows) {
      added.push(this.addOne(row));
      if (added.length % SLICE === 0) await turn();
    }
    return added;
  }

  private addOne(row: PublishedRevocation): KeptEntry {
    const { version: v, kind, below, at } = row;
    const kept = { v, text: JSON.stringify(entryOf(row, this.log)), isLift: kind === LIFT, at };
    this.kept.set(v, kept);
    if (kept.isLift && below !== null) this.lifted.add(below);
    return kept;
  }

  /** The JSON of all that refuse something. */
  async living(): Promise<string[]> {
    const texts: string[] = [];
    let seen = 0;
    for (const kept of this.kept.values()) {
      if (!kept.isLift && !this.lifted.has(kept.v)) texts.push(kept.text);
      seen += 1;
      if (seen % (20 * SLICE) === 0) await turn();
    }
    return texts;
  }

  /**
   * What was published after a version, lifts too; on PostgreSQL with those before it that may have been committed later.
   *
   * @returns `null` if it is older than what is kept
   */
  since(version: number, isInOrder: boolean): KeptEntry[] | null {
    const versions = [...this.kept.keys()];
    const oldest = versions.reduce((least, one) => Math.min(least, one), Infinity);
    if (version < oldest - 1 && this.kept.size > 0) return null;
    const floor = isInOrder ? version : this.floorOf(version);
    return [...this.kept.values()].filter(({ v }) => v > floor && !this.lifted.has(v));
  }

  /** Differs wherever a reader of the same newest version may lack an entry. */
  fingerprint(newest: number): number {
    let sum = 0;
    for (let version = newest; version > newest - OVERLAP; version -= 1) if (this.kept.has(version)) sum += version;
    return sum;
  }

  private floorOf(version: number): number {
    let [known, floor] = [0, 0];
    for (const one of this.kept.keys()) if (one <= version && one > known) known = one;
    const before = (this.kept.get(known)?.at ?? 0) - LATE;
    for (const [one, { at }] of this.kept) if (one <= version && at <= before && one > floor) floor = one;
    return Math.min(floor, version - OVERLAP);
  }
}
