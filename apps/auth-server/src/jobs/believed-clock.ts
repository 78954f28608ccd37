import type { Clock } from '../config/clock';

/** How long a clock has to say the same before it is believed, in milliseconds; at most twice as long. */
const WINDOW = 3_600_000;

/**
 * The time for those who delete by it. A clock that was set forward is followed once it has said so for an hour, until
 * then time goes on as it did before; one that was set back is followed at once. So neither a wrong clock deletes
 * what is alive, nor does any clock, one that is set again and again or a machine that sleeps, stop the chores.
 */
export class BelievedClock {
  /** By how much the clock was at least ahead of the time elapsed: in this window, and in the one before. */
  private least: number;
  private before = Infinity;
  private since: number;

  constructor(private readonly clock: Clock) {
    this.since = clock.elapsed();
    this.least = clock.now() - this.since;
  }

  /** Epoch milliseconds. It is to be asked often: what the clock says in between is not seen. */
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
