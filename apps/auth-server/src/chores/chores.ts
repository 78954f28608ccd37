import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { isDatabaseUnavailable } from '../database/database-error';
import { Units } from '../database/units';
import { LOGGER } from '../http/logger';
import type { Chore } from '../database/removal';
import { newChores } from './chore-list';
import { Leadership } from './leadership';
import { Pace } from './pace';

/** Milliseconds, all of them. */
const MINUTE = 60_000;
const START = 3_000;
const JITTER = 5_000;
/** How soon one that was not the leader asks again. */
const FOLLOWER = 15_000;
const TICK = 1_000;
/** Between two batches, for the requests that came meanwhile. */
const PAUSE = 20;

/** Removes what has expired, once a minute, in one process of all. */
@Injectable()
export class Chores implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly chores = newChores();
  private readonly leadership: Leadership;
  /** Chores that failed when they were last tried. */
  private readonly failing = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private since: number;
  private wait = START + Math.random() * JITTER;
  private wasDue = false;
  private running = false;
  private stopped = false;

  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.leadership = new Leadership('chores', units, clock);
    this.since = clock.now();
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), TICK).unref();
  }

  /** A batch that runs is finished by the database's own shutdown. */
  beforeApplicationShutdown(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** Does what there is to do, if this process leads. */
  async run(): Promise<void> {
    this.running = true;
    this.since = this.clock.now();
    const isLeader = await this.attempt('lease', () => this.leadership.take(), false);
    this.wait = isLeader ? MINUTE : FOLLOWER;
    if (isLeader) await this.doAll();
    this.running = false;
  }

  /** What a clock calls due that jumps and comes back is left alone: it has to say so twice. */
  private tick(): void {
    const isDue = Math.abs(this.clock.now() - this.since) >= this.wait;
    if (isDue && this.wasDue && !this.running) void this.run();
    this.wasDue = isDue;
  }

  private async doAll(): Promise<void> {
    for (const chore of this.chores) {
      const goOn = await this.attempt(chore.name, () => this.carryOut(chore), true);
      if (!goOn) return;
    }
  }

  /** @returns whether this process still leads. */
  private async carryOut(chore: Chore): Promise<boolean> {
    const pace = new Pace();
    while (!this.stopped && (await this.leadership.keep())) {
      const most = pace.size;
      const begun = performance.now();
      if ((await chore.removeSome(this.units, this.clock.now(), most)) < most) return true;
      pace.adapt(performance.now() - begun);
      await sleep(PAUSE);
    }
    return false;
  }

  /**
   * A failure is told once, however often it is met.
   *
   * @param otherwise the answer after a failure that says nothing of others; one of the whole database is a `false`.
   */
  private async attempt(name: string, work: () => Promise<boolean>, otherwise: boolean): Promise<boolean> {
    try {
      const done = await work();
      this.failing.delete(name);
      return done;
    } catch (error) {
      if (this.stopped) return false;
      if (!this.failing.has(name)) this.logger.warn({ chore: name, err: error }, 'a chore failed; it is tried again');
      this.failing.add(name);
      return otherwise && !isDatabaseUnavailable(error);
    }
  }
}
