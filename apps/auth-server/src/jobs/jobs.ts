import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { isDatabaseUnavailable } from '../database/database-error';
import { Units } from '../database/units';
import { LOGGER } from '../http/server/logger';
import { Pace } from '../database/pace';
import type { Chore } from '../database/removal';
import { BelievedClock } from './believed-clock';
import { newChores } from './job-list';
import { Leadership } from './leadership';

/** Milliseconds, all of them. */
const MINUTE = 60_000;
const START = 3_000;
const JITTER = 5_000;
/** How soon one that was not the leader asks again. */
const FOLLOWER = 15_000;
const TICK = 1_000;

/** Removes what has expired, once a minute, in one process of all. */
@Injectable()
export class Chores implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly chores: Chore[];
  private readonly leadership: Leadership;
  /** Chores that failed when they were last tried. */
  private readonly failing = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private readonly time: BelievedClock;
  /** When they were last begun, of the time elapsed. */
  private since: number;
  private wait = START + Math.random() * JITTER;
  private running = false;
  private stopped = false;

  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.chores = newChores(settings);
    this.leadership = new Leadership('chores', units, clock);
    this.time = new BelievedClock(clock);
    this.since = clock.elapsed();
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), TICK).unref();
  }

  /** A batch that runs is finished by the database's own shutdown. */
  beforeApplicationShutdown(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** Does what there is to do, if this process leads: all of it by one reading of the clock. */
  async run(now = this.time.now()): Promise<void> {
    this.running = true;
    this.since = this.clock.elapsed();
    const isLeader = await this.attempt('lease', () => this.leadership.take(), false);
    this.wait = isLeader ? MINUTE : FOLLOWER;
    if (isLeader) await this.doAll(now);
    this.running = false;
  }

  private tick(): void {
    // Each time, due or not: the clock is believed for what it has said for a while.
    const now = this.time.now();
    if (!this.running && this.clock.elapsed() - this.since >= this.wait) void this.run(now);
  }

  private async doAll(now: number): Promise<void> {
    for (const chore of this.chores) {
      const goOn = await this.attempt(chore.name, () => this.carryOut(chore, now), true);
      if (!goOn) return;
    }
  }

  /** @returns whether this process still leads. */
  private async carryOut(chore: Chore, now: number): Promise<boolean> {
    const pace = new Pace();
    while (!this.stopped && (await this.leadership.keep())) {
      if (!(await pace.take((most) => chore.removeSome(this.units, now, most)))) return true;
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
