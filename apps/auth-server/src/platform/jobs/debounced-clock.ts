import type { Clock } from '../config/clock';

/** Milliseconds; a jump ahead is followed after one to two windows. */
const WINDOW = 3_600_000;

/** Follows a jump ahead only if it lasts: a wrong clock must not delete valid rows (ADR 14). */
export class DebouncedClock {
  /** The least difference from the monotonic clock, in this window and in the one before. */
  private least: number;
  private before = Infinity;
  private since: number;

  constructor(private readonly clock: Clock) {
    this.since = clock.elapsed();
    this.least = clock.now() - this.since;
  }

  /** Epoch milliseconds. Each call is a reading: call it often. */
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
