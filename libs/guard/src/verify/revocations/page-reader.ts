import type { Timers } from '../timers.ts';
import { FeedRefusal } from './page-call.ts';
import { UnusablePage } from './revocation-page.ts';

export interface PageQuery {
  /** The cursor of the page; undefined for the first one. */
  readonly after: string | undefined;
  /** Seconds for which the issuer may hold the call while nothing is newer. */
  readonly wait: number;
  /** By the monotonic clock. */
  readonly askedAt: number;
  readonly signal: AbortSignal;
}

export interface ReadPage {
  /** The cursor of the page that follows, and whether that one is there already. */
  readonly next: string;
  readonly hasMore: boolean;
  /** Seconds for which the issuer holds calls. */
  readonly wait: number;
  /** Whether it said anything that was not known. */
  readonly isNews: boolean;
  /** Milliseconds: the issuer had no place to hold the call. */
  readonly retryAfter: number | undefined;
}

export interface PageReaderSettings {
  readonly timers: Timers;
  /** Milliseconds of the monotonic clock. */
  readonly elapsed: () => number;
  /** Fetches and keeps a page; undefined where the issuer has no feed. */
  readonly read: (query: PageQuery) => Promise<ReadPage | undefined>;
  readonly onFailure: (error: unknown) => void;
  /** Calls `hurry` where the process stood still. */
  readonly notice: () => void;
}

/** Milliseconds: for a page that is there, and for the answer after a wait. */
const PAGE_WITHIN = 15_000;
const ANSWER_WITHIN = 5_000;
/** Of each of two calls within a second, after the process stood still. */
const HURRIED_WITHIN = 450;
const HURRIED_CALLS = 2;
/** From a call to the next one where the answer has nothing new, so that what holds no call is polled. */
const LEAST_BETWEEN = 800;
const FIRST_RETRY = 500;
const LONGEST_RETRY = 20_000;
/** While calls wait for the first pages. */
const LONGEST_FIRST_RETRY = 2_000;
const WITHOUT_FEED = 600_000;

/** When pages are read, and from which cursor on: one after the other, and where there is no more, by calls that wait. */
export class PageReader {
  private cursor: string | undefined;
  private isCaughtUp = false;
  private hasCaughtUp = false;
  /** Seconds for which calls are held: what the issuer offers, or less where something between breaks them. */
  private hold = Infinity;
  private failures = 0;
  private hurriedCalls = 0;
  private hasBegunAnew = false;
  private interrupt = () => {};
  private closed = false;

  constructor(private readonly settings: PageReaderSettings) {}

  async run(): Promise<void> {
    while (!this.closed) await this.rest(await this.readOne());
  }

  /** Asks now, without a wait: the process stood still, and the connection of the present call may be dead. */
  hurry(): void {
    this.hurriedCalls = HURRIED_CALLS;
    this.interrupt();
  }

  close(): void {
    this.closed = true;
    this.interrupt();
  }

  private rest(milliseconds: number): Promise<void> | undefined {
    if (milliseconds <= 0 || this.closed || this.hurriedCalls > 0) return undefined;
    return new Promise((resolve) => {
      const cancel = this.settings.timers.after(milliseconds, resolve);
      this.interrupt = () => (cancel(), resolve());
    });
  }

  /** @returns the milliseconds after which to ask again. */
  private async readOne(): Promise<number> {
    const { timers, elapsed, read } = this.settings;
    const isHurried = this.hurriedCalls > 0;
    const wait = isHurried || !this.isCaughtUp ? 0 : this.hold;
    const within = isHurried ? HURRIED_WITHIN : this.isCaughtUp ? wait * 1_000 + ANSWER_WITHIN : PAGE_WITHIN;
    const abort = new AbortController();
    const cancel = timers.after(within, () => abort.abort(new Error(`no answer within ${within / 1_000} s`)));
    this.interrupt = () => abort.abort(new Error('interrupted'));
    const askedAt = elapsed();
    try {
      const page = await read({ after: this.cursor, wait, askedAt, signal: abort.signal });
      if (isHurried) this.hurriedCalls = 0;
      return page === undefined ? WITHOUT_FEED : this.follow(page, askedAt);
    } catch (error) {
      return this.closed ? 0 : this.retry(error, wait, isHurried);
    } finally {
      cancel();
    }
  }

  private follow({ next, hasMore, wait, isNews, retryAfter }: ReadPage, askedAt: number): number {
    this.cursor = next;
    this.failures = 0;
    this.isCaughtUp = !hasMore;
    if (hasMore) return 0;
    this.hasCaughtUp = true;
    this.hasBegunAnew = false;
    this.hold = Math.min(wait, this.hold + 1);
    if (this.hurriedCalls > 0) return 0;
    if (retryAfter !== undefined) return retryAfter * (0.7 + Math.random() / 5);
    return isNews ? 0 : LEAST_BETWEEN - (this.settings.elapsed() - askedAt);
  }

  private retry(error: unknown, wait: number, wasHurried: boolean): number {
    this.settings.notice();
    // The first call of a process that stood still may use a connection that is dead.
    if (wasHurried) this.hurriedCalls--;
    if (this.hurriedCalls > 0) return 0;
    this.settings.onFailure(error);
    if (wait > 0 && isBreak(error)) this.hold = Math.floor(this.hold / 2);
    // Another key makes other cursors: a page by a withdrawn one may stay in a cache.
    if (error instanceof UnusablePage && !this.hasBegunAnew) {
      this.hasBegunAnew = true;
      this.cursor = undefined;
      this.isCaughtUp = false;
    }
    return this.retryAfter(error);
  }

  private retryAfter(error: unknown): number {
    const longest = this.hasCaughtUp ? LONGEST_RETRY : LONGEST_FIRST_RETRY;
    const backoff = Math.min(FIRST_RETRY * 2 ** this.failures++, longest) * (0.5 + Math.random() / 2);
    const asked = error instanceof FeedRefusal ? (error.retryAfter ?? 0) : 0;
    return Math.max(asked * (1 + Math.random() / 4), backoff);
  }
}

/** Whether something between may not hold calls for so long: not where the issuer itself refused one. */
function isBreak(error: unknown): boolean {
  return !(error instanceof UnusablePage) && !(error instanceof FeedRefusal && error.status < 500);
}
