/** The one source of time, so that a test can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const CLOCK = Symbol('CLOCK');

// eslint-disable-next-line no-restricted-properties -- the only place that asks the machine
export const systemClock: Clock = { now: () => Date.now() };
