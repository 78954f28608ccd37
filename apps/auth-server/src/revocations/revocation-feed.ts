import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import { Signals } from '../database/signals';
import { type History, loadHistory } from './history-loading';
import { Pace } from './pace';
import type { KeptEntry, PublishedEntries } from './published-entries';
import { PAGE, RevocationRepository } from './revocation.repository';
import { SharedRead } from './shared-read';

/** All in milliseconds. */
const COALESCED = 50;
const RETRY = 500;
/** After the last call or follower the entries are forgotten. */
const KEPT = 300_000;
/** Then all entries are read again: expired ones are gone from the table. */
const RELOAD = 3_600_000;

export interface Follower {
  /** New entries, oldest first. */
  onArrival(entries: readonly KeptEntry[]): void;
  /** Another history has begun: nothing that was sent counts. */
  onOtherLog(): void;
}

export interface Published {
  entries: PublishedEntries;
  /** The newest version. */
  version: number;
  isInOrder: boolean;
}

/** The published entries in this process' memory, as long as they are asked for. */
@Injectable()
export class RevocationFeed implements BeforeApplicationShutdown {
  private history: History | undefined;
  private follower: Follower | undefined;
  private stopListening = () => {};
  private idle: NodeJS.Timeout | undefined;
  private readonly reading = new SharedRead(() => this.read());
  private readonly pace: Pace;

  constructor(
    private readonly repository: RevocationRepository,
    private readonly signals: Signals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.pace = new Pace(COALESCED, clock, () => void this.readForFollower());
  }

  /** All that was committed before the call. @throws DatabaseUnavailableError */
  async latest(): Promise<Published> {
    this.touch();
    await this.reading.call();
    return this.known()!;
  }

  /** What was read last; `undefined` if nothing is kept. */
  known(): Published | undefined {
    if (this.history === undefined) return undefined;
    const { entries, seen } = this.history;
    return { entries, version: seen.last, isInOrder: this.repository.isInOrder };
  }

  /** Reads new entries as soon as they are committed, for one follower. @returns stops */
  follow(follower: Follower): () => void {
    this.follower = follower;
    this.stopListening = this.signals.listen('revocations', () => this.pace.call());
    return () => this.unfollow();
  }

  beforeApplicationShutdown(): void {
    this.unfollow();
    clearTimeout(this.idle);
  }

  private unfollow(): void {
    this.stopListening();
    this.pace.stop();
    this.follower = undefined;
    this.touch();
  }

  /** The signal does not come again: an error is followed by another try. */
  private async readForFollower(): Promise<void> {
    const again = () => setTimeout(() => this.follower && this.pace.call(), RETRY).unref();
    await this.reading.call().catch(again);
  }

  private touch(): void {
    this.idle ??= setTimeout(() => this.forget(), KEPT).unref();
    this.idle.refresh();
  }

  private forget(): void {
    this.idle = undefined;
    if (this.follower === undefined) this.history = undefined;
  }

  private async read(): Promise<void> {
    const { history } = this;
    const isOld = history !== undefined && this.clock.elapsed() - history.loadedAt > RELOAD;
    if (history !== undefined && !isOld) return this.readOn(history);
    this.history = await loadHistory(this.repository, this.clock);
    if (history !== undefined) this.tellWhatIsNew(history, this.history);
  }

  private async readOn({ entries, seen }: History): Promise<void> {
    let after = seen.floor(this.clock.elapsed());
    for (;;) {
      const { log, rows } = await this.repository.readAfter(after);
      if (log !== entries.log) return this.beginAnew();
      const isNew = ({ version }: { version: number }) => seen.add(version, this.clock.elapsed());
      const arrived = await entries.add(rows.filter(isNew));
      if (arrived.length > 0) this.follower?.onArrival(arrived);
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.version;
    }
  }

  private async beginAnew(): Promise<void> {
    this.history = await loadHistory(this.repository, this.clock);
    this.follower?.onOtherLog();
  }

  private tellWhatIsNew(before: History, now: History): void {
    if (before.entries.log !== now.entries.log) return this.follower?.onOtherLog();
    const arrived = now.entries.all().filter(({ v }) => !before.entries.has(v));
    if (arrived.length > 0) this.follower?.onArrival(arrived);
  }
}
