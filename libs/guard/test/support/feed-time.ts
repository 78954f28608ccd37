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

  /** Lets time pass, and what is due happen; answers of servers are waited for in between, but not those that are held. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.passed + milliseconds;
    await settled();
    for (;;) {
      const next = this.tasks.reduce((first, { at }) => Math.min(first, at), Infinity);
      if (next > end) break;
      this.moveTo(Math.max(next, this.passed));
      const due = this.tasks.filter(({ at }) => at <= this.passed).sort((one, other) => one.at - other.at);
      this.tasks = this.tasks.filter((task) => !due.includes(task));
      const before = calls;
      for (const { run } of due) run();
      await turn();
      if (calls !== before || pending > held()) await settled();
    }
    this.moveTo(end);
  }

  /** Time passes, but not for this process: its timers are late. */
  standStill(milliseconds: number): void {
    this.moveTo(this.passed + milliseconds);
  }

  private moveTo(passed: number): void {
    this.wall += passed - this.passed;
    this.passed = passed;
  }
}

let calls = 0;
let pending = 0;
let held = () => 0;
const original = globalThis.fetch;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Counts calls without an answer, so that a test knows when to go on. @param heldCalls those that a server holds */
export function watchFetch(heldCalls: () => number): () => void {
  held = heldCalls;
  globalThis.fetch = async (...call) => {
    calls++;
    pending++;
    try {
      const response = await original(...call);
      return new Response(await response.arrayBuffer(), response);
    } finally {
      pending--;
    }
  };
  return () => {
    globalThis.fetch = original;
    held = () => 0;
  };
}

/** Waits until all calls but the held ones are answered, and what was answered is handled; or for half a second. */
export async function settled(): Promise<void> {
  const end = performance.now() + 500;
  for (let quiet = 0; quiet < 4 && performance.now() < end; quiet = pending <= held() ? quiet + 1 : 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await turn();
  }
}

/** Waits until something is so, as a test of what comes over a wire must. Rejects after 10 s of real time. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`never: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
