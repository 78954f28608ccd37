/** Milliseconds that a batch may take, so that nobody waits for it as long as to notice. */
const TARGET = 10;

const FIRST = 50;
const LEAST = 25;
const MOST = 400;

/**
 * How many rows a batch removes: as many as this machine does in {@link TARGET}, by the stopwatch. On SQLite nobody
 * else writes meanwhile, nor does the loop turn.
 */
export class Pace {
  size = FIRST;

  /** @param took how long a batch of this size took, in milliseconds. */
  adapt(took: number): void {
    if (took > TARGET) this.size = Math.max(LEAST, Math.floor(this.size / 2));
    else if (took < TARGET / 2) this.size = Math.min(MOST, this.size * 2);
  }
}
