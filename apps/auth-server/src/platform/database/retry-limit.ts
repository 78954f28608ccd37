const SHORTEST = 2;
const LONGEST = 20;

/** Milliseconds for which a write is tried again while another transaction keeps it waiting. */
export const RETRY_LIMIT = 5_000;

/** Is over 5 seconds after its first use. By a stopwatch, not the clock that tests move. */
export class RetryLimit {
  private since: number | undefined;

  isOver(): boolean {
    this.since ??= performance.now();
    return performance.now() - this.since >= RETRY_LIMIT;
  }

  reset(): void {
    this.since = undefined;
  }
}

/** Milliseconds, with jitter: two transactions that conflict must not meet again and again. */
export const retryDelay = () => SHORTEST + Math.random() * (LONGEST - SHORTEST);
