import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds for the rows of a batch, beside the fixed costs (one row, the commit). Small enough that a batch which
 * takes twice as long as expected does no harm: on SQLite it blocks the event loop and every other writer.
 */
const TARGET = 10;

/** The disk may be slow, or cold after a pause. */
const FIRST = 1;
const GROWTH = 2;
const MOST = 400;

/** The pause after a batch, as a multiple of its duration: requests that came meanwhile go first. */
const REST = 2;

/** How many rows a background job handles at once: as many as this machine does in {@link TARGET}. */
export class BatchSize {
  size = FIRST;
  private shortest = Infinity;

  /**
   * Runs a batch, and pauses if there may be another one.
   *
   * @param batch handles at most this many rows, and returns whether there may be more.
   */
  async run(batch: (most: number) => Promise<boolean>): Promise<boolean> {
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
