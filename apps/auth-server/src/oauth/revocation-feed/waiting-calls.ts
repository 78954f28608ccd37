import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { Pace } from '../../model/revocations/pace';
import { RevocationFeed } from '../../model/revocations/revocation-feed';
import type { RevocationTail } from '../../model/revocations/revocation-tail';

/** Milliseconds. */
const TICK = 500;
const ROUND = { least: 50, ofReader: 0.25, most: 500 };

interface Waiting {
  /** Of the tail, when the call began to wait. */
  state: string;
  /** By the monotonic clock. */
  until: number;
  end: () => void;
}

/** Calls that wait for news, which are answered in rounds: one read and one signature for all. */
@Injectable()
export class WaitingCalls implements OnModuleDestroy {
  private readonly waiting = new Set<Waiting>();
  private readonly rounds: Pace;
  private ticks: NodeJS.Timeout | undefined;
  private unfollow = () => {};
  private isClosed = false;

  constructor(
    private readonly feed: RevocationFeed,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const interval = () => Math.min(ROUND.most, Math.max(ROUND.least, ROUND.ofReader * this.waiting.size));
    this.rounds = new Pace(interval, clock, () => void this.round());
  }

  /**
   * Settles when the tail has news, after the wait, when the caller has gone, or when the server stops.
   *
   * @param seconds to wait
   */
  async wait(tail: RevocationTail, seconds: number, onGone: (listener: () => void) => void): Promise<void> {
    if (this.isClosed) return;
    await new Promise<void>((resolve) => {
      const until = this.clock.elapsed() + seconds * 1_000;
      const call = { state: tail.state, until, end: () => (this.leave(call), resolve()) };
      if (this.waiting.size === 0) this.begin();
      this.waiting.add(call);
      onGone(call.end);
    });
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    for (const call of this.waiting) call.end();
  }

  /** What came while nobody followed is read at once. */
  private begin(): void {
    this.unfollow = this.feed.follow(() => this.rounds.call());
    this.ticks = setInterval(() => this.endLate(), TICK).unref();
    this.rounds.call();
  }

  private leave(call: Waiting): void {
    if (!this.waiting.delete(call) || this.waiting.size > 0) return;
    this.unfollow();
    clearInterval(this.ticks);
    this.rounds.stop();
  }

  private async round(): Promise<void> {
    const tail = await this.feed.readForFollower();
    for (const call of this.waiting) if (tail !== undefined && call.state !== tail.state) call.end();
  }

  /** Ends together the calls whose time is over within this tick. */
  private endLate(): void {
    const now = this.clock.elapsed() + TICK / 2;
    for (const call of this.waiting) if (call.until <= now) call.end();
  }
}
