import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import type { Writable } from 'node:stream';
import { CLOCK, type Clock } from '../../config/clock';
import { HEARTBEAT, formatEvent } from '../../protocol/revocation/server-sent-event';
import { eventId } from '../../protocol/revocation/snapshot';
import { Pace } from '../../revocations/pace';
import type { KeptEntry } from '../../revocations/published-entries';
import { type Follower, type Published, RevocationFeed } from '../../revocations/revocation-feed';

/** Milliseconds and bytes. */
export interface StreamSettings {
  heartbeat: number;
  coalesced: number;
  /** A reader that is behind by as much is cut off: it connects again and reads a snapshot. */
  mostUnread: number;
  /** Bounds of the random wait after a stop, so that readers do not come back at once. */
  retry: readonly [least: number, most: number];
  /** For what was written before a stop to be sent. */
  farewell: number;
}

export const STREAM_SETTINGS = Symbol('StreamSettings');

export const STREAMS: StreamSettings = {
  heartbeat: 5_000,
  coalesced: 50,
  mostUnread: 1024 * 1024,
  retry: [200, 5_000],
  farewell: 500,
};

const MOST_OF_AN_EVENT = 1_000;

/** Writes new entries to all open streams of this process: the same bytes to each. Nothing runs while there is none. */
@Injectable()
export class EventListeners implements OnModuleDestroy, Follower {
  private readonly bodies = new Set<Writable>();
  private pending: KeptEntry[] = [];
  private readonly pace: Pace;
  private heartbeat: NodeJS.Timeout | undefined;
  private unfollow = () => {};
  isClosed = false;

  constructor(
    private readonly feed: RevocationFeed,
    @Inject(CLOCK) clock: Clock,
    @Inject(STREAM_SETTINGS) private readonly settings: StreamSettings,
  ) {
    this.pace = new Pace(settings.coalesced, clock, () => this.send());
  }

  /** Writes to it from now on, until it closes. @param first written at once */
  join(body: Writable, first: string): void {
    if (this.isClosed) return this.dismiss(body);
    if (this.bodies.size === 0) this.start();
    this.bodies.add(body);
    body.once('close', () => this.leave(body));
    body.write(first);
  }

  onArrival(entries: readonly KeptEntry[]): void {
    this.pending.push(...entries);
    this.pace.call();
  }

  onOtherLog(): void {
    for (const body of this.bodies) this.dismiss(body);
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    for (const body of this.bodies) this.dismiss(body);
  }

  private start(): void {
    this.unfollow = this.feed.follow(this);
    this.heartbeat = setInterval(() => this.write(HEARTBEAT), this.settings.heartbeat).unref();
  }

  private leave(body: Writable): void {
    if (!this.bodies.delete(body) || this.bodies.size > 0) return;
    this.unfollow();
    clearInterval(this.heartbeat);
    this.pace.stop();
    this.pending = [];
  }

  private send(): void {
    const published = this.feed.known();
    const entries = this.pending.splice(0, MOST_OF_AN_EVENT);
    if (published !== undefined && entries.length > 0) this.write(eventsOf(entries, published));
    if (this.pending.length > 0) this.pace.call();
  }

  private write(text: string): void {
    const bytes = Buffer.from(text);
    for (const body of this.bodies)
      if (body.writableLength > this.settings.mostUnread) this.cut(body);
      else body.write(bytes);
  }

  private cut(body: Writable): void {
    this.leave(body);
    body.destroy();
  }

  /** Says when to come back, and ends. A reader that does not read must not hold a stop up. */
  private dismiss(body: Writable): void {
    const [least, most] = this.settings.retry;
    this.leave(body);
    body.end(formatEvent({ event: 'bye', data: {}, retry: randomInt(least, most + 1) }));
    setTimeout(() => body.destroy(), this.settings.farewell).unref();
  }
}

/** What ended, and what was lifted: a hint, which takes effect with the next signed snapshot alone. */
export function eventsOf(entries: readonly KeptEntry[], { entries: { log }, version: v }: Published): string {
  const id = eventId(log, v);
  const eventOf = (event: string, kept: readonly KeptEntry[]) =>
    kept.length === 0 ? '' : formatEvent({ id, event, data: { log, v }, entries: kept.map(({ text }) => text) });
  const [ended, lifted] = [entries.filter(({ isLift }) => !isLift), entries.filter(({ isLift }) => isLift)];
  return eventOf('ended', ended) + eventOf('lifted', lifted);
}
