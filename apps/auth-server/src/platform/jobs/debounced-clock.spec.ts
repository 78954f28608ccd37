import { DebouncedClock } from './debounced-clock';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const YEARS = 10 * 365 * 24 * HOUR;
const BEGIN = 1_700_000_000_000;

/** A machine's wall clock, which may be set, and its monotonic clock. */
class Machine {
  wall = BEGIN;
  monotonic = 123;
  now = () => this.wall;
  elapsed = () => this.monotonic;
  private readonly debounced = new DebouncedClock(this);

  /** Lets time pass with a reading per second, as the jobs do. @returns the last reading, since the beginning. */
  pass(ms: number): number {
    let last = this.debounced.now();
    for (let at = 0; at < ms; at += SECOND) {
      this.wall += SECOND;
      this.monotonic += SECOND;
      last = this.debounced.now();
    }
    return last - BEGIN;
  }
}

describe('the clock of the background jobs', () => {
  let machine: Machine;

  beforeEach(() => {
    machine = new Machine();
  });

  it('is the clock, while nobody sets it', () => {
    expect(machine.pass(0)).toBe(0);
    expect(machine.pass(5 * HOUR)).toBe(5 * HOUR);
  });

  it('is not moved by a single reading', () => {
    machine.pass(MINUTE);
    machine.wall += YEARS;
    expect(machine.pass(0)).toBe(MINUTE);
    machine.wall -= YEARS;
    expect(machine.pass(3 * HOUR)).toBe(MINUTE + 3 * HOUR);
  });

  it('goes on as before while the clock is ahead, and follows it after an hour, two at the most', () => {
    machine.pass(90 * MINUTE);
    machine.wall += YEARS;
    expect(machine.pass(HOUR)).toBe(150 * MINUTE);
    expect(machine.pass(HOUR)).toBe(YEARS + 210 * MINUTE);
  });

  it('follows at once a clock that is set back', () => {
    machine.pass(MINUTE);
    machine.wall -= YEARS;
    expect(machine.pass(0)).toBe(MINUTE - YEARS);
    expect(machine.pass(HOUR)).toBe(MINUTE + HOUR - YEARS);
  });

  it('follows within two hours a clock that was set back and forth again', () => {
    machine.wall -= YEARS;
    machine.pass(MINUTE);
    machine.wall += YEARS;
    expect(machine.pass(2 * HOUR)).toBe(MINUTE + 2 * HOUR);
  });

  it('comes back after a sleep of the machine, in which only the clock went on', () => {
    machine.pass(MINUTE);
    machine.wall += 8 * HOUR;
    expect(machine.pass(0)).toBe(MINUTE);
    expect(machine.pass(2 * HOUR)).toBe(MINUTE + 10 * HOUR);
  });

  it('is never further behind than what happened in two hours, however often the clock is set', () => {
    let last = 0;
    for (let at = 0; at < 1_000; at += 1) {
      machine.wall += 10 * SECOND;
      last = machine.pass(MINUTE);
    }
    const behind = machine.wall - BEGIN - last;
    expect(behind).toBeGreaterThan(0);
    expect(behind).toBeLessThanOrEqual(120 * 10 * SECOND);
  });

  it('does not count what was not seen: a process that stood still has not heard a clock for an hour', () => {
    machine.pass(MINUTE);
    machine.wall += YEARS;
    machine.pass(0);
    machine.wall += 3 * HOUR;
    machine.monotonic += 3 * HOUR;
    expect(machine.pass(0)).toBe(MINUTE + 3 * HOUR);
  });
});
