import type { Clock } from '../../config/clock';

/** Milliseconds between two lines of one kind. */
const PAUSE = 60_000;

/** Bounds lines that unauthenticated callers can cause: logs the first at once, then once a minute how many there were. */
export class LogThrottle {
  private readonly kinds = new Map<string, { loggedAt: number; count: number }>();

  constructor(private readonly clock: Clock) {}

  /** Counts one. @returns how many there were since the last line, if the next line is due now; else `null`. */
  count(kind = ''): number | null {
    const now = this.clock.elapsed();
    const last = this.kinds.get(kind);
    const count = (last?.count ?? 0) + 1;
    const isDue = last === undefined || now - last.loggedAt >= PAUSE;
    this.kinds.set(kind, isDue ? { loggedAt: now, count: 0 } : { ...last, count });
    return isDue ? count : null;
  }
}
