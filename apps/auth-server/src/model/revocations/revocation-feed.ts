import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { setImmediate as turn } from 'node:timers/promises';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { Signals } from '../../platform/database/signals';
import { RevocationRepository, SLICE } from './revocation.repository';
import { CLOCK_SKEW } from '../../endings/revocation-kind';
import { RevocationTail, SPAN, spanOf } from './revocation-tail';
import { SharedRead } from './shared-read';

/** Milliseconds after which no version of an ending is still to be committed: a transaction is open for 30 s at most. */
const SETTLED = 30_000 + CLOCK_SKEW * 1_000;
/** Milliseconds. */
const RETRY = 500;
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/** Reads what ends, once for all that ask. */
@Injectable()
export class RevocationFeed implements BeforeApplicationShutdown {
  private tail: RevocationTail | undefined;
  private onNews: (() => void) | undefined;
  private stopListening = () => {};
  private readonly reading = new SharedRead(() => this.read());

  constructor(
    private readonly repository: RevocationRepository,
    private readonly signals: Signals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** With all that was committed before the call. @throws DatabaseUnavailableError */
  async latest(): Promise<RevocationTail> {
    await this.reading.call();
    return this.tail!;
  }

  /** Gives the tail as it was read last. @throws DatabaseUnavailableError */
  async known(): Promise<RevocationTail> {
    return this.tail ?? this.latest();
  }

  /** Calls `wake` when something may be new, which is then still to be read. @returns ends it */
  follow(wake: () => void): () => void {
    this.onNews = wake;
    this.stopListening = this.signals.listen('revocations', wake);
    return () => this.unfollow();
  }

  /** Reads what is new; where that fails, the follower is woken again, as a signal does not come twice. */
  async readForFollower(): Promise<RevocationTail | undefined> {
    return this.latest().catch(() => {
      setTimeout(() => this.onNews?.(), RETRY).unref();
      return undefined;
    });
  }

  beforeApplicationShutdown(): void {
    this.unfollow();
  }

  private unfollow(): void {
    this.stopListening();
    this.onNews = undefined;
  }

  private async read(): Promise<void> {
    const tail = this.tail ?? (await this.begin());
    let after = tail.floor(this.clock.elapsed());
    for (;;) {
      const { log, rows } = await this.repository.readAfter(after);
      if (log !== tail.log) return this.readAnew();
      tail.add(rows, this.clock.elapsed());
      tail.trim(this.clock.elapsed());
      this.tail = tail;
      if (rows.length < SLICE) return;
      if (await this.isFarBehind(tail)) return this.readAnew();
      after = rows.at(-1)!.version;
      await turn();
    }
  }

  /** A restore began another history, or closed pages will have what is newer. */
  private readAnew(): Promise<void> {
    this.tail = undefined;
    return this.read();
  }

  private async isFarBehind({ newest }: RevocationTail): Promise<boolean> {
    return (await this.repository.newestUntil(this.settledAt())) > newest + 2 * SPAN;
  }

  private settledAt(): number {
    return this.repository.isInOrder ? ANY_TIME : this.clock.now() - SETTLED;
  }

  /** The tail of a table that may have grown for long: at first with what is settled, the rest is read on. */
  private async begin(): Promise<RevocationTail> {
    const { repository } = this;
    const settled = await repository.newestUntil(this.settledAt());
    const start = Math.max(0, spanOf(settled) - SPAN);
    let after = start;
    let tail: RevocationTail | undefined;
    for (;;) {
      const { log, rows } = await repository.readAfter(after, settled);
      tail ??= new RevocationTail(log, repository.isInOrder, start, settled);
      if (log !== tail.log) return this.begin();
      tail.add(rows, this.clock.elapsed());
      if (rows.length < SLICE) return tail;
      after = rows.at(-1)!.version;
      await turn();
    }
  }
}
