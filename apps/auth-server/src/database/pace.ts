import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds that the rows of a batch may take, beside what a batch takes anyhow: the disk's answer, and one row. It is
 * so little that a batch which takes twice as long as the last one did still does no harm.
 */
const TARGET = 10;

/** What is not known yet is tried in small: the disk may be slow, or cold after a pause. */
const FIRST = 1;
const GROWTH = 2;
const MOST = 400;

/** How many times as long as a batch took nothing is done after it, for the requests that came meanwhile. */
const REST = 2;

/**
 * How many rows a batch deals with: as many as this machine does in {@link TARGET}, by the stopwatch. On SQLite nobody
 * else writes meanwhile, nor does the loop turn.
 */
export class Pace {
  size = FIRST;
  private shortest = Infinity;

  /**
   * Does a batch, and rests where there is another one.
   *
   * @param batch deals with at most so many rows, and tells whether there may be more.
   */
  async take(batch: (most: number) => Promise<boolean>): Promise<boolean> {
    const begun = performance.now();
    if (!(await batch(this.size))) return false;
    const took = performance.now() - begun;
    this.adapt(took);
    await sleep(REST * took);
    return true;
  }

  /** @param took how long a batch of this size took, in milliseconds. */
  adapt(took: number): void {
    this.shortest = Math.min(this.shortest, took);
    const fitting = Math.floor(this.size * Math.min(GROWTH, TARGET / (took - this.shortest)));
    this.size = Math.min(MOST, Math.max(FIRST, fitting));
  }
}
