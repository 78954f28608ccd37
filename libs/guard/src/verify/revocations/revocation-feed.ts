import { BearerFault } from '../../bearer/bearer-fault.ts';
import { type Clock, systemClock } from '../clock.ts';
import { describeFailure } from '../failure-text.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { systemTimers, type Timers } from '../timers.ts';
import { DocumentSchedule } from './document-schedule.ts';
import { EventListening } from './event-listening.ts';
import { ExpiryTime } from './expiry-time.ts';
import { FeedRefusal, UnusableDocument } from './feed-errors.ts';
import { FeedEvents } from './feed-events.ts';
import { FeedReport, type ReportLogger } from './feed-report.ts';
import { FirstRead } from './first-read.ts';
import { Freshness } from './freshness.ts';
import type { RevocationEntry } from './revocation-entry.ts';
import { RevocationList } from './revocation-list.ts';
import type { JudgedToken, Revocations, RevocationsHealth } from './revocations.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { fetchSnapshot } from './snapshot-fetch.ts';

export interface RevocationFeedSettings {
  readonly issuer: string;
  /** Of the signed documents, and of the stream of events. */
  readonly uri: string;
  readonly eventsUri: string;
  /** `Authorization`, where the issuer asks for it. */
  readonly authorization: string | undefined;
  /** What becomes of calls when nothing was heard for longer than the issuer's `ttl`. */
  readonly onStale: 'accept' | 'reject';
  /** Milliseconds for which calls wait for the first document. */
  readonly maxWait: number;
  readonly clock: Clock;
  readonly keys: Pick<KeyStore, 'find' | 'kids' | 'dropAndReload'>;
  readonly logger: ReportLogger;
}

/** Milliseconds: between signed documents while a stream runs; between tries where the issuer has no feed. */
const CONFIRM = 300_000;
const WITHOUT_FEED = 600_000;
/** For `hello`, after the first document: from then on calls know of an ending within a second. */
const HELLO_WITHIN = 500;
const STALE_RETRY_AFTER = 5;

/**
 * An issuer's revocations, read from its feed: signed documents, and a stream of events that may only add. The first
 * token begins it. `close` ends it: what is held goes on refusing.
 */
export class RevocationFeed implements Revocations {
  private readonly list: RevocationList;
  private readonly first: FirstRead;
  private readonly documents: DocumentSchedule;
  private readonly events: EventListening;
  private readonly freshness: Freshness;
  private readonly expiry: ExpiryTime;
  private readonly report: FeedReport;
  private readonly elapsed: () => number;
  private isStarted = false;
  private ttl = 60_000;
  private readonly timers: Timers;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly settings: RevocationFeedSettings) {
    const { clock, uri, eventsUri, authorization, onStale, logger } = settings;
    // Silence is counted in real time, unless a clock brings its own of it: a test that moves `now` breaks no stream.
    const isWhole = clock.elapsed !== undefined && clock.after !== undefined;
    const timers = (this.timers = isWhole ? { after: clock.after!.bind(clock) } : systemTimers);
    const elapsed = (this.elapsed = () => (clock.elapsed ? clock.elapsed() : systemClock.elapsed!()));
    const report = (this.report = new FeedReport({ uri, onStale, logger }));
    this.list = new RevocationList({ onNewLog: (dropped) => report.newLog(dropped), onMore: () => this.notify() });
    this.first = new FirstRead(timers, settings.maxWait);
    this.expiry = new ExpiryTime(clock, elapsed);
    this.freshness = new Freshness({
      timers,
      elapsed,
      onStale: (ago) => report.stale(ago),
      onFresh: () => report.fresh(),
    });
    this.documents = new DocumentSchedule({
      timers,
      elapsed,
      read: (signal) => this.read(signal),
      onFailure: (error) => report.failure(error, this.list.log !== undefined, this.first.isDone),
    });
    const { list, documents } = this;
    const onEntries = (entries: readonly RevocationEntry[]) => this.dropCompromisedKeys(entries);
    const feedEvents = new FeedEvents({ list, documents, elapsed, onEntries });
    this.events = new EventListening({
      uri: eventsUri,
      authorization,
      timers,
      elapsed,
      heldId: () => list.log && `${list.log.id}.${list.log.version}`,
      onEvent: (name, data) => feedEvents.take(name, data),
      onHeard: () => this.freshness.hear(),
      onLost: (how) => (how === 'broken' ? documents.ask(1_000) : documents.schedule(this.pollAfter())),
      onTried: () => this.first.finish(),
      warn: (message) => logger.warn(message),
    });
  }

  get version(): number {
    return this.list.version;
  }

  ready(): void | Promise<void> {
    if (!this.first.isDone) return this.readyAtFirst();
    if (!this.freshness.isStale || this.settings.onStale === 'accept') return undefined;
    throw BearerFault.unavailable('nothing was heard of revocations for too long', STALE_RETRY_AFTER);
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
    const state = this.freshness.isStale ? 'stale' : 'fresh';
    return { state, age: this.freshness.heardAgo, entries: this.list.size };
  }

  /** Ends what runs in the background. */
  close(): void {
    this.documents.close();
    this.events.close();
    this.freshness.close();
    this.first.giveUp();
  }

  private readyAtFirst(): Promise<void> {
    if (!this.isStarted) this.documents.schedule(0);
    this.isStarted = true;
    return this.first.wait();
  }

  /** @returns the milliseconds after which the next document is due. */
  private async read(signal: AbortSignal): Promise<number> {
    const { settings, list } = this;
    const held = list.log?.signed && { log: list.log.id, version: list.log.signed.version };
    const askedAt = this.elapsed();
    let text: string;
    try {
      text = await fetchSnapshot({ uri: settings.uri, held, authorization: settings.authorization, signal });
    } catch (error) {
      if (held === undefined && error instanceof FeedRefusal && error.status === 404) return this.findNone();
      throw error;
    }
    const document = await this.verify(text, askedAt);
    this.freshness.hearDocument(document.ttl);
    this.ttl = document.ttl;
    this.report.success(document.unread);
    this.dropCompromisedKeys(document.entries);
    list.purge(this.expiry.at(document.issuedAt));
    if (held === undefined) this.listen();
    return this.events.isLive ? CONFIRM * (0.8 + Math.random() / 5) : this.pollAfter();
  }

  private async verify(text: string, askedAt: number): Promise<Snapshot> {
    const { issuer, keys, clock } = this.settings;
    try {
      const isCompromised = (kid: string) => this.list.isCompromised(kid);
      const document = await readSnapshot(text, { issuer, keys, now: clock.now(), isCompromised });
      this.list.addDocument(document, askedAt, this.elapsed());
      return document;
    } catch (error) {
      throw new UnusableDocument(describeFailure(error), { cause: error });
    }
  }

  private findNone(): number {
    if (!this.first.isDone) this.report.none();
    this.first.finish();
    return WITHOUT_FEED;
  }

  private listen(): void {
    this.events.start();
    this.timers.after(HELLO_WITHIN, () => this.first.finish());
  }

  /** Sooner than `ttl`, as an answer may come from a cache. */
  private pollAfter(): number {
    return this.ttl * (0.75 + Math.random() * 0.15);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  private dropCompromisedKeys(entries: readonly RevocationEntry[]): void {
    if (!entries.some(({ kind }) => kind === 'key')) return;
    const { keys } = this.settings;
    for (const kid of keys.kids()) if (this.list.isCompromised(kid)) keys.dropAndReload(kid);
  }
}
