/** How often it is looked at what has taken too long, in milliseconds. */
const STEP = 250;

interface Limit {
  end: number;
  onOver: () => void;
}

/**
 * For how long something may be waited for, in time that this process has. After a pause of its own (the machine slept,
 * or others had the processor) a timer would be called before the answers are read that came meanwhile: a step that
 * took longer counts as two at most, and what is over by then has one more turn of the event loop.
 */
export class Limits {
  private readonly limits = new Set<Limit>();
  private timer: NodeJS.Timeout | undefined;
  private passed = 0;
  private last = 0;

  /** Calls back after so many milliseconds and up to two steps more, never earlier. @returns what keeps it from that. */
  begin(most: number, onOver: () => void): () => void {
    const limit = { end: this.passed + most + STEP, onOver };
    this.limits.add(limit);
    if (this.timer === undefined) this.start();
    return () => void this.limits.delete(limit);
  }

  private start(): void {
    this.last = performance.now();
    this.timer = setInterval(() => this.step(), STEP).unref();
  }

  private step(): void {
    const now = performance.now();
    this.passed += Math.min(now - this.last, 2 * STEP);
    this.last = now;
    for (const limit of this.limits) if (limit.end <= this.passed) setImmediate(() => this.end(limit));
    if (this.limits.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private end(limit: Limit): void {
    if (this.limits.delete(limit)) limit.onOver();
  }
}
