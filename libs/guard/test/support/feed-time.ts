import type { Clock } from '../../src/index.ts';

interface Task {
  at: number;
  run: () => void;
}

/** A clock and its timers, which the test moves; the wall clock may jump. Milliseconds. */
export class FeedTime implements Clock {
  wall = 1_800_000_000_000;
  private passed = 0;
  private tasks: Task[] = [];

  now = () => this.wall;
  elapsed = () => this.passed;

  after = (milliseconds: number, run: () => void) => {
    const task = { at: this.passed + milliseconds, run };
    this.tasks.push(task);
    return () => void (this.tasks = this.tasks.filter((one) => one !== task));
  };

  /** Lets time pass, and what is due happen; answers of servers are waited for in between, but not one that hangs. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.passed + milliseconds;
    for (;;) {
      await settled();
      const next = this.tasks.reduce((first, { at }) => Math.min(first, at), Infinity);
      if (next > end) break;
      this.moveTo(Math.max(next, this.passed));
      const due = this.tasks.filter(({ at }) => at <= this.passed);
      this.tasks = this.tasks.filter((task) => !due.includes(task));
      for (const { run } of due) run();
    }
    this.moveTo(end);
  }

  private moveTo(passed: number): void {
    this.wall += passed - this.passed;
    this.passed = passed;
  }
}

let pending = 0;
const original = globalThis.fetch;

/** Counts calls without an answer, so that a test knows when to go on. */
export function watchFetch(): () => void {
  globalThis.fetch = async (...call) => {
    pending++;
    try {
      const response = await original(...call);
      // A document is there when its body is; a stream goes on.
      if (response.headers.get('content-type')?.startsWith('application/') !== true) return response;
      return new Response(await response.arrayBuffer(), response);
    } finally {
      pending--;
    }
  };
  return () => void (globalThis.fetch = original);
}

/** Waits until no call is without an answer, and what was answered is handled; or for half a second. */
export async function settled(): Promise<void> {
  const end = performance.now() + 500;
  for (let quiet = 0; quiet < 5 && performance.now() < end; quiet = pending === 0 ? quiet + 1 : 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Waits until something is so, as a test of a stream must. Rejects after 10 s of real time. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`never: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
