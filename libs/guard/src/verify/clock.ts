/** The guard's time source; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z, as `Date.now()` gives them. */
  now(): number;
  /** Milliseconds since any instant, never set back, as `performance.now()` gives them. Default: `now()`. */
  elapsed?(): number;
  /**
   * Runs a task once after so many milliseconds of this clock, and returns what cancels it: a clock that jumps may run
   * it sooner. Default: the process's timers.
   */
  after?(milliseconds: number, task: () => void): () => void;
}

/** The process's clock. */
export const systemClock: Clock = {
  // eslint-disable-next-line no-restricted-properties -- the one place that reads it
  now: () => Date.now(),
  elapsed: () => performance.now(),
};

/** Measures how old something is: a wall clock that is set must neither keep it too long nor drop it. */
export function elapsedOf(clock: Clock): () => number {
  return clock.elapsed ? () => clock.elapsed!() : () => clock.now();
}
