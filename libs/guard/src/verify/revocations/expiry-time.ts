import type { Clock } from '../clock.ts';

/**
 * The time by which entries expire, in epoch seconds: the earliest of what the issuer signs, of the clock here, and of
 * twice the time that passed. So no clock that jumps, here or there, drops an entry whose tokens live on.
 */
export class ExpiryTime {
  private reached: number | undefined;
  private reachedAt = 0;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly elapsed: () => number,
  ) {}

  /** @param issuedAt of a signed document, in epoch seconds. */
  at(issuedAt: number): number {
    const now = this.elapsed();
    const here = Math.min(issuedAt, this.clock.now() / 1_000);
    const passed = (2 * (now - this.reachedAt)) / 1_000;
    this.reached = this.reached === undefined ? here : Math.min(here, this.reached + passed);
    this.reachedAt = now;
    return this.reached;
  }
}
