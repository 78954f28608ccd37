import type { Timers } from '../timers.ts';
import { FeedRefusal } from './feed-errors.ts';

export interface DocumentScheduleSettings {
  readonly timers: Timers;
  /** Milliseconds of the monotonic clock. */
  readonly elapsed: () => number;
  /** Reads a document; the milliseconds after which another one is due. */
  readonly read: (signal: AbortSignal) => Promise<number>;
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds: for one answer, between two, and before another try. */
const TIMEOUT = 30_000;
const GAP = 100;
const FIRST_RETRY = 500;
const LONGEST_RETRY = 20_000;
/** While calls wait for the first one. */
const LONGEST_FIRST_RETRY = 2_000;

/** When documents are read: one at a time, at the latest when the last one says so, and sooner where that was asked. */
export class DocumentSchedule {
  private dueAt = Infinity;
  private cancel = () => {};
  private running: AbortController | undefined;
  private failures = 0;
  private hasRead = false;
  private closed = false;

  constructor(private readonly settings: DocumentScheduleSettings) {}

  /** Reads one within so many milliseconds; at a random time, where many readers may have the same reason. */
  ask(within: number): void {
    this.schedule(Math.random() * within);
  }

  /** Reads one in so many milliseconds, if none is due sooner. */
  schedule(delay: number): void {
    const { elapsed, timers } = this.settings;
    const dueAt = elapsed() + delay;
    if (this.closed || dueAt >= this.dueAt) return;
    this.dueAt = dueAt;
    this.cancel();
    // While one is read, the next one waits for its end: what is to be read came after it was asked for.
    if (this.running !== undefined) return;
    if (delay > 0) this.cancel = timers.after(delay, () => void this.run());
    else void this.run();
  }

  close(): void {
    this.closed = true;
    this.cancel();
    this.running?.abort();
  }

  private async run(): Promise<void> {
    this.dueAt = Infinity;
    const next = await this.readOnce();
    this.running = undefined;
    const asked = Math.max(this.dueAt - this.settings.elapsed(), GAP);
    this.dueAt = Infinity;
    this.schedule(Math.min(asked, next));
  }

  private async readOnce(): Promise<number> {
    const { timers, read, onFailure } = this.settings;
    const abort = (this.running = new AbortController());
    const cancel = timers.after(TIMEOUT, () => abort.abort(new Error(`no answer within ${TIMEOUT / 1_000} s`)));
    try {
      const next = await read(abort.signal);
      this.failures = 0;
      this.hasRead = true;
      return next;
    } catch (error) {
      if (!this.closed) onFailure(error);
      return this.retryAfter(error);
    } finally {
      cancel();
    }
  }

  private retryAfter(error: unknown): number {
    const longest = this.hasRead ? LONGEST_RETRY : LONGEST_FIRST_RETRY;
    const backoff = Math.min(FIRST_RETRY * 2 ** this.failures++, longest);
    const asked = error instanceof FeedRefusal ? (error.retryAfter ?? 0) : 0;
    return Math.max(asked, backoff) * (1 + Math.random() / 2);
  }
}
