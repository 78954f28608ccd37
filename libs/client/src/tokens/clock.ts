/** The client's time source; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

/** The process's clock. */
export const systemClock: Clock = {
  // eslint-disable-next-line no-restricted-properties -- the one place that reads it
  now: () => Date.now(),
};
