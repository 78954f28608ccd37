/**
 * Milliseconds that the rows of a batch may take, beside what a batch takes anyhow: the disk's answer, and one row. It is
 * so little that a batch which takes twice as long as the last one did still does no harm.
 */
const TARGET = 10;

/** What is not known yet is tried in small: the disk may be slow, or cold after a pause. */
const FIRST = 1;
const GROWTH = 2;
const MOST = 400;

/**
 * How many rows a batch deals with: as many as this machine does in {@link TARGET}, by the stopwatch. On SQLite nobody
 * else writes meanwhile, nor does the loop turn.
 */
export class Pace {
  size = FIRST;
  private shortest = Infinity;

  /** @param took how long a batch of this size took, in milliseconds. */
  adapt(took: number): void {
    this.shortest = Math.min(this.shortest, took);
    const fitting = Math.floor(this.size * Math.min(GROWTH, TARGET / (took - this.shortest)));
    this.size = Math.min(MOST, Math.max(FIRST, fitting));
  }
}
