/** Milliseconds between looks at the clock. */
const BEAT = 250;

/** Callers give up and are served elsewhere after 2 s. A loop busy for 1.5 s, a look before it, loses none of its own. */
const GAP = 1_750;

/** Notices by the monotonic clock that the event loop stood still: the process was stopped, or its machine paused. */
export class Standstill {
  private count = 0;
  private lookedAt = performance.now();
  private readonly listeners: (() => void)[] = [];

  constructor() {
    setInterval(() => this.look(), BEAT).unref();
  }

  /** @param wake called by the first look after a standstill, before anything that waited is read. */
  onEnd(wake: () => void): void {
    this.listeners.push(wake);
  }

  /** @returns whether a standstill has ended since the last look. */
  look(): boolean {
    const now = performance.now();
    const isOver = now - this.lookedAt > GAP;
    this.lookedAt = now;
    if (!isOver) return false;
    this.count += 1;
    for (const wake of this.listeners) wake();
    return true;
  }

  /** @returns a function that tells whether a standstill has ended since this call. */
  watch(): () => boolean {
    const before = this.count;
    return () => this.look() || this.count !== before;
  }
}
