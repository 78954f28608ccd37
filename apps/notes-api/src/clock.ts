/** The only time source; tests replace it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const CLOCK = Symbol('CLOCK');

// eslint-disable-next-line no-restricted-properties -- the only place that reads the system clock
export const systemClock: Clock = { now: () => Date.now() };
