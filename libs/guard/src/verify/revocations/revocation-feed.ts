import { BearerFault } from '../../bearer/bearer-fault.ts';
import { type Clock, systemClock } from '../clock.ts';
import { describeFailure } from '../failure-text.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { systemTimers } from '../timers.ts';
import { ExpiryTime } from './expiry-time.ts';
import { FeedReport, type ReportLogger } from './feed-report.ts';
import { FirstRead } from './first-read.ts';
import { Freshness } from './freshness.ts';
import { feedClaimOf } from './issuer-metadata.ts';
import { FeedRefusal, fetchPage } from './page-call.ts';
import { type PageQuery, PageReader, type ReadPage } from './page-reader.ts';
import type { RevocationEntries } from './revocation-entry.ts';
import { RevocationList } from './revocation-list.ts';
import { readPage, type RevocationPage, UnusablePage } from './revocation-page.ts';
import type { JudgedToken, Revocations, RevocationsHealth } from './revocations.ts';

export interface RevocationFeedSettings {
  readonly issuer: string;
  readonly uri: string;
  /** Whether the host named it: then there is one. */
  readonly isNamed: boolean;
  /** `Authorization`, where the issuer asks for it. */
  readonly authorization: string | undefined;
  /** What becomes of calls when no page came for longer than the issuer's `ttl`. */
  readonly onStale: 'accept' | 'reject';
  /** Milliseconds for which calls wait for the first pages. */
  readonly maxWait: number;
  readonly clock: Clock;
  readonly keys: Pick<KeyStore, 'findSigner' | 'kids' | 'dropAndReload'>;
  readonly logger: ReportLogger;
}

const STALE_RETRY_AFTER = 5;
/** Milliseconds: a purge walks through all entries. */
const PURGE_EVERY = 60_000;

/**
 * An issuer's revocations, read from its feed of signed pages. The first token begins it. `close` ends it: what is held
 * goes on refusing.
 */
export class RevocationFeed implements Revocations {
  private readonly list: RevocationList;
  private readonly first: FirstRead;
  private readonly reader: PageReader;
  private readonly freshness: Freshness;
  private readonly expiry: ExpiryTime;
  private readonly report: FeedReport;
  private readonly elapsed: () => number;
  private isStarted = false;
  private purgedAt = -Infinity;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly settings: RevocationFeedSettings) {
    const { clock, uri, onStale, logger } = settings;
    // Waits are in real time, unless a clock brings its own of it: a test that moves `now` breaks no call.
    const isWhole = clock.elapsed !== undefined && clock.after !== undefined;
    const timers = isWhole ? { after: clock.after!.bind(clock) } : systemTimers;
    const elapsed = (this.elapsed = () => (clock.elapsed ? clock.elapsed() : systemClock.elapsed!()));
    const report = (this.report = new FeedReport({ uri, onStale, logger }));
    this.list = new RevocationList({ onNewLog: (dropped) => report.newLog(dropped), onMore: () => this.notify() });
    this.first = new FirstRead(timers, settings.maxWait);
    this.expiry = new ExpiryTime(clock, elapsed);
    this.freshness = new Freshness({
      timers,
      elapsed,
      now: () => clock.now(),
      isStrict: onStale === 'reject',
      onStale: (ago) => report.stale(ago),
      onFresh: () => report.fresh(),
      onStoodStill: () => this.reader.hurry(),
    });
    this.reader = new PageReader({
      timers,
      elapsed,
      read: (query) => this.read(query),
      onFailure: (error) => report.failure(error, this.list.log !== undefined, this.first.isDone),
      notice: () => void this.freshness.look(),
    });
  }

  get version(): number {
    return this.list.version;
  }

  ready(now = this.settings.clock.now()): void | Promise<void> {
    return this.freshness.isSure(now) ? undefined : this.readyByLook();
  }

  isRevoked(judged: JudgedToken): boolean {
    return this.list.isRevoked(judged);
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  health(): RevocationsHealth {
    if (this.list.log === undefined) return { state: this.first.isDone ? 'none' : 'waiting' };
    void this.freshness.look();
    const state = this.freshness.isStale ? 'stale' : this.first.isDone ? 'fresh' : 'waiting';
    return { state, age: this.freshness.confirmedAgo, entries: this.list.size };
  }

  /** Ends what runs in the background. */
  close(): void {
    this.reader.close();
    this.freshness.close();
    this.first.giveUp();
  }

  private readyByLook(): void | Promise<void> {
    if (!this.first.isDone) return this.readyAtFirst();
    const confirmation = this.freshness.look();
    return confirmation === undefined ? this.assertFresh() : confirmation.then(() => this.readyByLook());
  }

  private assertFresh(): void {
    if (!this.freshness.isStale || this.settings.onStale === 'accept') return;
    throw BearerFault.unavailable('no page of revocations came for too long', STALE_RETRY_AFTER);
  }

  private readyAtFirst(): Promise<void> {
    if (!this.isStarted) {
      this.isStarted = true;
      this.freshness.begin();
      void this.reader.run();
    }
    return this.first.wait();
  }

  private async read({ after, wait, askedAt, signal }: PageQuery): Promise<ReadPage | undefined> {
    const { uri, authorization } = this.settings;
    const answer = await fetchPage({ uri, authorization, after, wait, signal }).catch((error) =>
      this.findMissing(error),
    );
    if (answer === undefined) return undefined;
    const { page, isNews } = await this.take(answer.text);
    const { next, hasMore, wait: held } = page;
    if (!hasMore) this.catchUp(page, askedAt);
    else if (next === after) throw new UnusablePage('more is to follow, but next is the cursor of the same page');
    return { next, hasMore, wait: held, isNews, retryAfter: answer.retryAfter };
  }

  /** Rejects, unless the issuer itself says that it has no feed: any other 404 may be a mistake on the way. */
  private async findMissing(error: unknown): Promise<undefined> {
    const { issuer, isNamed } = this.settings;
    const isMissing = error instanceof FeedRefusal && error.status === 404;
    if (!isMissing || isNamed || this.list.log !== undefined) throw error;
    const claim = await feedClaimOf(issuer);
    if (!claim.isNone) throw new FeedRefusal(404, undefined, `it answers 404, and ${claim.why}`);
    if (!this.first.isDone) this.report.none();
    this.freshness.rest();
    this.first.finish();
  }

  /** Verifies a page and keeps what it says. */
  private async take(text: string): Promise<{ page: RevocationPage; isNews: boolean }> {
    const { issuer, keys, clock } = this.settings;
    const isCompromised = (kid: string) => this.list.isCompromised(kid);
    const signers = { find: (kid: string) => keys.findSigner(kid) };
    try {
      const page = await readPage(text, { issuer, keys: signers, now: clock.now(), isCompromised });
      const isNews = this.list.add(page);
      this.report.success(page.unread);
      this.dropCompromisedKeys(page.entries);
      return { page, isNews };
    } catch (error) {
      throw new UnusablePage(describeFailure(error), { cause: error });
    }
  }

  private catchUp({ ttl, issuedAt }: RevocationPage, askedAt: number): void {
    this.freshness.confirm(ttl, askedAt);
    this.first.finish();
    if (this.elapsed() - this.purgedAt < PURGE_EVERY) return;
    this.purgedAt = this.elapsed();
    this.list.purge(this.expiry.at(issuedAt));
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  private dropCompromisedKeys(entries: readonly RevocationEntries[]): void {
    if (!entries.some(({ kind }) => kind === 'key')) return;
    const { keys } = this.settings;
    for (const kid of keys.kids()) if (this.list.isCompromised(kid)) keys.dropAndReload(kid);
  }
}
