import { type Clock, systemClock } from '../verify/clock.ts';
import { systemTimers } from '../verify/timers.ts';
import { parseTimeSpan, type TimeSpan } from './time-span.ts';

/** The process's clock, ahead or behind by what the test says. */
export class TestClock implements Clock {
  private ahead = 0;
  private readonly waiting = new Map<() => void, number>();

  /** Milliseconds since 1970. */
  now = (): number => systemClock.now() + this.ahead;

  /** Runs a task when its time has passed, or when `advance` goes beyond it. */
  after = (milliseconds: number, task: () => void): (() => void) => {
    const run = () => {
      cancel();
      task();
    };
    const stop = systemTimers.after(milliseconds, run);
    const cancel = () => {
      stop();
      this.waiting.delete(run);
    };
    this.waiting.set(run, this.now() + milliseconds);
    return cancel;
  };

  /** @example clock.advance('1h') */
  advance(span: TimeSpan): void {
    this.ahead += parseTimeSpan(span);
    const due = [...this.waiting].filter(([, time]) => time <= this.now());
    due.forEach(([run]) => run());
  }
}
