import { backgroundJobs } from '../../model/background-jobs';
import type { Logger } from 'pino';
import { freshFile, openFile } from '../../../test/database';
import { migratedFile } from '@consentry/test-support/server/migrated';
import type { SqliteDataSource } from '../database/sqlite/sqlite-data-source';
import { get } from '../database/sql';
import { Jobs } from './jobs';
import { readSettings } from '../config/read-settings';

const HOUR = 3_600_000;
const YEARS = 10 * 365 * 24 * HOUR;

/** The wall clock, and the monotonic clock with an arbitrary origin. */
const SETTINGS = readSettings({});
const clock = { time: 1_700_000_000_000, now: () => clock.time, monotonic: 12.5, elapsed: () => clock.monotonic };
const logger = { warn: () => undefined } as unknown as Logger;

describe('when the jobs are done', () => {
  let database: SqliteDataSource;
  const all: { jobs: Jobs; runs: jest.SpyInstance<Promise<void>> }[] = [];

  /** A process' jobs; records each run. */
  const begin = () => {
    const jobs = new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS));
    const runs = jest.spyOn(jobs, 'run');
    all.push({ jobs, runs });
    jobs.onApplicationBootstrap();
    return runs;
  };
  /** Advances timers and clock. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.time += 1_000;
      clock.monotonic += 1_000;
      jest.advanceTimersByTime(1_000);
      for (const { runs } of all) for (const { value } of runs.mock.results) await value;
    }
  };

  beforeEach(async () => {
    database = await openFile(await migratedFile(freshFile()));
    const real = [
      'setTimeout',
      'clearTimeout',
      'setImmediate',
      'clearImmediate',
      'nextTick',
      'queueMicrotask',
    ] as const;
    jest.useFakeTimers({ doNotFake: [...real, 'performance', 'Date', 'hrtime'] });
  });
  afterEach(async () => {
    for (const { jobs } of all.splice(0)) jobs.beforeApplicationShutdown();
    jest.useRealTimers();
    await database.destroy();
  });

  it('soon after the start, and then once a minute', async () => {
    const runs = begin();
    await pass(2);
    expect(runs).toHaveBeenCalledTimes(0);
    await pass(8);
    expect(runs).toHaveBeenCalledTimes(1);
    await pass(50);
    expect(runs).toHaveBeenCalledTimes(1);
    await pass(12);
    expect(runs).toHaveBeenCalledTimes(2);
  });

  it('once a minute, however the clock is set', async () => {
    const runs = begin();
    await pass(10);
    for (const [count, jump] of [YEARS, -2 * YEARS, 10_000].entries()) {
      clock.time += jump;
      await pass(62);
      expect(runs).toHaveBeenCalledTimes(2 + count);
    }
  });

  describe('by what clock', () => {
    let number = 0;
    /** A count that a limit keeps for some hours. */
    const insertLiving = (hours = 1) =>
      database.units.run(
        "INSERT INTO limit_counts (hash, name, slots, last_at, expires_at) VALUES (?, 'sign_ups', '[]', 1, ?)",
        `${(number += 1)}`,
        clock.time + hours * HOUR,
      );
    const countLeft = async () =>
      (await database.units.read(() => get<{ n: number }>('SELECT COUNT(*) AS n FROM limit_counts')))?.n;

    it('none that is years ahead when they are due, and is right again afterwards', async () => {
      const runs = begin();
      await insertLiving();
      clock.time += YEARS;
      await pass(10);
      clock.time -= YEARS;
      await pass(50);
      clock.time += YEARS;
      await pass(70);
      clock.time -= YEARS;
      expect(runs).toHaveBeenCalledTimes(3);
      expect(await countLeft()).toBe(1);
      await pass(3_600);
      expect(await countLeft()).toBe(0);
    });

    it('one that was set, or went on while the machine slept, once it has said so for two hours', async () => {
      begin();
      await insertLiving(5);
      await pass(10);
      clock.time += YEARS;
      await pass(3_500);
      expect(await countLeft()).toBe(1);
      await pass(3_800);
      expect(await countLeft()).toBe(0);
    });

    it('the one reading with which they began', async () => {
      const { units } = database;
      const original = units.run.bind(units);
      for (let at = 0; at < 100; at += 1) await insertLiving();
      clock.time += HOUR - 1;
      jest.spyOn(units, 'run').mockImplementation((text, ...values) => {
        if (text.startsWith('DELETE')) clock.time += 1;
        return original(text, ...values);
      });
      await new Jobs(units, clock, logger, backgroundJobs(SETTINGS)).run();
      expect(await countLeft()).toBe(100);
    });
  });

  it('by who does not lead: asking every 15 seconds', async () => {
    begin();
    await pass(10);
    const runs = begin();
    await pass(10);
    expect(runs).toHaveBeenCalledTimes(1);
    await pass(17);
    expect(runs).toHaveBeenCalledTimes(2);
  });

  it('no more once the server stops', async () => {
    const runs = begin();
    all[0]?.jobs.beforeApplicationShutdown();
    await pass(100);
    expect(runs).not.toHaveBeenCalled();
  });
});
