const SHORTEST = 2;
const LONGEST = 20;

/** How long others may keep the database to themselves before a caller is sent away, in milliseconds. */
export const PATIENCE = 5_000;

/** Runs out 5 seconds after it was first asked for. A stopwatch, not a clock: nobody moves it. */
export class Patience {
  private since: number | undefined;

  isOver(): boolean {
    this.since ??= performance.now();
    return performance.now() - this.since >= PATIENCE;
  }

  renew(): void {
    this.since = undefined;
  }
}

/** A jittered pause, so that two that wait for each other do not meet again and again. */
export const nextPause = () => SHORTEST + Math.random() * (LONGEST - SHORTEST);
