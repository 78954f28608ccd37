/** The one source of time. */
export interface Clock {
  /** Epoch milliseconds. Somebody may set it, forth or back. */
  now(): number;

  /** Milliseconds since some moment, which nobody sets. It may stand still while the machine sleeps. */
  elapsed(): number;
}

export const CLOCK = Symbol('Clock');

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };
