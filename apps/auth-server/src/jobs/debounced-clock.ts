import type { Clock } from '../config/clock';

/** How long the clock must be consistent before a jump ahead is followed, in milliseconds; at most twice as long. */
const WINDOW = 3_600_000;

/**
 * A clock for deletions. A jump ahead is followed after an hour of consistent readings, and until then time goes on as
 * before; a jump back is followed at once. So a wrong clock deletes no living row, and no clock stops the jobs (ADR 14).
 */
export class DebouncedClock {
  /** The least difference between the clock and the monotonic time: in this window, and in the one before. */
  private least: number;
  private before = Infinity;
  private since: number;

  constructor(private readonly clock: Clock) {
    this.since = clock.elapsed();
    this.least = clock.now() - this.since;
  }

  /** Epoch milliseconds. Call it often: it only knows the readings that it made itself. */
  now(): number {
    const elapsed = this.clock.elapsed();
    if (elapsed - this.since >= WINDOW) {
      this.before = this.least;
      this.least = Infinity;
      this.since = elapsed;
    }
    this.least = Math.min(this.least, this.clock.now() - elapsed);
    return Math.floor(elapsed + Math.min(this.before, this.least));
  }
}
