import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { helpOn } from '../config/help-page';
import { isDatabaseUnavailable } from '../database/database-error';
import { Units } from '../database/units';
import { LOGGER } from '../http/server/logger';
import { BatchSize } from '../database/batch-size';
import type { BackgroundJob } from '../database/batched-delete';
import { DebouncedClock } from './debounced-clock';
import { Leadership } from './leadership';

/** What is done, in this order. */
export const BACKGROUND_JOBS = Symbol('background jobs');

/** All in milliseconds. */
const MINUTE = 60_000;
const START = 3_000;
const JITTER = 5_000;
/** Between a process's attempts to take the lease. */
const FOLLOWER = 15_000;
const TICK = 1_000;

/** Runs once a minute, in the process that holds the lease (ADR 14). */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly leadership: Leadership;
  /** Names. */
  private readonly failing = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private readonly time: DebouncedClock;
  /** By the monotonic clock. */
  private since: number;
  private wait = START + Math.random() * JITTER;
  private running = false;
  private stopped = false;

  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(BACKGROUND_JOBS) private readonly jobs: readonly BackgroundJob[],
  ) {
    this.leadership = new Leadership('jobs', units, clock);
    this.time = new DebouncedClock(clock);
    this.since = clock.elapsed();
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.tick(), TICK).unref();
  }

  /** Awaits nothing: the database's shutdown waits for the running batch. */
  beforeApplicationShutdown(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** Does nothing without the lease. */
  async run(now = this.time.now()): Promise<void> {
    this.running = true;
    this.since = this.clock.elapsed();
    const isLeader = await this.attempt('lease', () => this.leadership.take(), false);
    this.wait = isLeader ? MINUTE : FOLLOWER;
    if (isLeader) await this.runAll(now);
    this.running = false;
  }

  private tick(): void {
    // Also when no run is due: the debounced clock needs readings.
    const now = this.time.now();
    if (!this.running && this.clock.elapsed() - this.since >= this.wait) void this.run(now);
  }

  private async runAll(now: number): Promise<void> {
    for (const job of this.jobs) {
      const goOn = await this.attempt(job.name, () => this.runOne(job, now), true);
      if (!goOn) return;
    }
  }

  /** @returns whether this process still leads. */
  private async runOne(job: BackgroundJob, now: number): Promise<boolean> {
    const batchSize = new BatchSize();
    while (!this.stopped && (await this.leadership.keep())) {
      if (!(await batchSize.run((most) => job.runBatch(this.units, now, most)))) return true;
    }
    return false;
  }

  /**
   * Logs only the first of several failures in a row.
   *
   * @param otherwise the result after a failure, which is `false` if the database is unavailable.
   */
  private async attempt(name: string, work: () => Promise<boolean>, otherwise: boolean): Promise<boolean> {
    try {
      const done = await work();
      this.failing.delete(name);
      return done;
    } catch (error) {
      if (this.stopped) return false;
      if (!this.failing.has(name))
        this.logger.warn(
          { job: name, err: error, help: helpOn('background-job-failed') },
          'a background job failed; it will be tried again',
        );
      this.failing.add(name);
      return otherwise && !isDatabaseUnavailable(error);
    }
  }
}
