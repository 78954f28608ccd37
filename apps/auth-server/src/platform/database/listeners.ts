import type { SignalledTable } from './changes';

type Wake = () => void;

/** The listeners of one process, and a timer that runs while there are any. */
export class Listeners {
  private readonly ofTable = new Map<SignalledTable, Set<Wake>>();
  private timer: NodeJS.Timeout | undefined;

  /** @param pulse called every `interval` milliseconds while there is a listener */
  constructor(
    private readonly interval: number,
    private readonly pulse: () => void,
  ) {}

  add(table: SignalledTable, wake: Wake): () => void {
    const wakes = this.ofTable.get(table) ?? new Set();
    // A function of its own: the same one may listen twice.
    const own = () => wake();
    this.ofTable.set(table, wakes.add(own));
    this.timer ??= setInterval(this.pulse, this.interval).unref();
    return () => {
      wakes.delete(own);
      if (wakes.size === 0) this.ofTable.delete(table);
      if (this.ofTable.size === 0) this.stop();
    };
  }

  wake(table: SignalledTable): void {
    this.ofTable.get(table)?.forEach((wake) => wake());
  }

  wakeAll(): void {
    for (const table of this.ofTable.keys()) this.wake(table);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
