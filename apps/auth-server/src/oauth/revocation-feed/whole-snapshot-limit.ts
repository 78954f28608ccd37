import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { type Slot, fullUntil, inWindow, plusOne } from '../../limits/sliding-count';
import { OAuthError } from '../../protocol/oauth-error';
import { callerKey } from './caller-key';

/** Milliseconds, and whole snapshots for each address in that time. */
const WINDOW = 60_000;
const MOST = 6;

const MOST_ADDRESSES = 10_000;

/** Counted in memory, by each process: a snapshot costs bandwidth, which a row would not save. */
@Injectable()
export class WholeSnapshotLimit {
  private readonly counts = new Map<string, readonly Slot[]>();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws OAuthError 429 with `Retry-After`; such a call is not counted. */
  consume(address: string): void {
    const key = callerKey(address, this.settings);
    if (key === null) return;
    const now = this.clock.elapsed();
    const slots = inWindow(this.counts.get(key) ?? [], WINDOW, now);
    const until = fullUntil(slots, MOST, WINDOW);
    if (until !== null) throw tooMany(Math.max(1, Math.ceil((until - now) / 1000)));
    // The least recently served address is first, and leaves first.
    this.counts.delete(key);
    this.counts.set(key, plusOne(slots, WINDOW, now));
    if (this.counts.size > MOST_ADDRESSES) this.counts.delete(this.counts.keys().next().value!);
  }
}

const tooMany = (retryAfter: number) =>
  new OAuthError(
    'temporarily_unavailable',
    `too many whole snapshots: ask with since and log, or again in ${retryAfter} seconds`,
    { status: 429, retryAfter },
  );
