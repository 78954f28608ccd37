import type { Logger } from 'pino';
import { openFile } from '../../test/support/database';
import type { GatedDataSource } from '../database/sqlite/gated-data-source';
import { Chores } from './chores';

const clock = { time: 1_700_000_000_000, now: () => clock.time };
const logger = { warn: () => undefined } as unknown as Logger;

describe('when the chores are done', () => {
  let database: GatedDataSource;
  const all: { chores: Chores; runs: jest.SpyInstance<Promise<void>> }[] = [];

  /** A process's chores; each run is noted. */
  const begin = () => {
    const chores = new Chores(database.units, clock, logger);
    const runs = jest.spyOn(chores, 'run');
    all.push({ chores, runs });
    chores.onApplicationBootstrap();
    return runs;
  };
  /** Lets seconds pass, for the timers and for the clock. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.time += 1_000;
      jest.advanceTimersByTime(1_000);
      for (const { runs } of all) for (const { value } of runs.mock.results) await value;
    }
  };

  beforeEach(async () => {
    database = await openFile();
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
    for (const { chores } of all.splice(0)) chores.beforeApplicationShutdown();
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

  it('within two seconds of a clock that was moved, forth or back', async () => {
    const runs = begin();
    await pass(10);
    clock.time += 86_400_000;
    await pass(2);
    expect(runs).toHaveBeenCalledTimes(2);
    clock.time -= 86_400_000;
    await pass(2);
    expect(runs).toHaveBeenCalledTimes(3);
  });

  it('not by a clock that jumps and comes back', async () => {
    const runs = begin();
    await pass(10);
    clock.time += 86_400_000;
    await pass(1);
    clock.time -= 86_400_000;
    await pass(3);
    expect(runs).toHaveBeenCalledTimes(1);
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
    all[0]?.chores.beforeApplicationShutdown();
    await pass(100);
    expect(runs).not.toHaveBeenCalled();
  });
});
