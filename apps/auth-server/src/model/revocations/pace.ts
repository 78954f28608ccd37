import type { Clock } from '../../platform/config/clock';

/** Does some work at once, or when `interval()` milliseconds have passed since the last time: calls until then are one. */
export class Pace {
  private last = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly interval: () => number,
    private readonly clock: Pick<Clock, 'elapsed'>,
    private readonly work: () => void,
  ) {}

  call(): void {
    if (this.timer !== undefined) return;
    const wait = this.last + this.interval() - this.clock.elapsed();
    if (wait <= 0) this.run();
    else this.timer = setTimeout(() => this.run(), wait).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private run(): void {
    this.timer = undefined;
    this.last = this.clock.elapsed();
    this.work();
  }
}
