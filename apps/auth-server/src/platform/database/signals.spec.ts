import { setTimeout as pause } from 'node:timers/promises';
import { freshFile, openFile } from '../../../test/database';
import { ENGINES } from '../../../test/engines';
import { migratedDatabase, migratedFile } from '@consentry/test-support/server/migrated';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import type { Database } from './open-database';
import { openPostgres } from './postgres/postgres-data-source';
import { type Unit, run, signal } from './sql';

const INSERT = `INSERT INTO revocations (kind, subject, at, expires_at) VALUES ('family', 'a', 1, 2)`;
const LISTENERS = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`;

const openTwo = {
  sqlite: async () => {
    const file = await migratedFile(freshFile());
    return { url: '', two: [await openFile(file), await openFile(file)] as Database[] };
  },
  postgres: async () => {
    const url = await migratedDatabase();
    return { url, two: [await openPostgres(url, 2), await openPostgres(url, 2)] as Database[] };
  },
};

describe.each(ENGINES)('signals on $engine', ({ engine }) => {
  let here: Database;
  let there: Database;
  let url: string;

  beforeEach(async () => {
    const opened = await openTwo[engine]();
    [here, there] = opened.two as [Database, Database];
    url = opened.url;
  });
  afterEach(() => Promise.all([here.destroy(), there.destroy()]));

  const end = (database: Database) =>
    database.units.write(function* (): Unit<void> {
      yield* run(INSERT);
      yield* signal('revocations');
    });

  /** Counts the rows that a listener finds when it is woken. */
  function listen(database: Database) {
    const heard = { rows: 0, wakes: 0, stop: () => {} };
    const look = async () => {
      heard.wakes += 1;
      const row = await database.units.get<{ count: number | string }>('SELECT COUNT(*) AS count FROM revocations');
      heard.rows = Number(row!.count);
    };
    heard.stop = database.signals.listen('revocations', () => void look());
    return heard;
  }

  const until = async (is: () => boolean) => {
    while (!is()) await pause(2);
  };

  it('wake the listeners of this and of other processes after the commit', async () => {
    const [ours, theirs] = [listen(here), listen(there)];
    for (const [at, maker] of [here, there, here].entries()) {
      await end(maker);
      await until(() => ours.rows === at + 1 && theirs.rows === at + 1);
    }
    ours.stop();
    theirs.stop();
  });

  it('wake each listener, and none that has stopped', async () => {
    const [one, other, gone] = [listen(here), listen(here), listen(here)];
    gone.stop();
    await end(here);
    await until(() => one.rows === 1 && other.rows === 1);
    expect(gone.wakes).toBe(0);
    one.stop();
    await end(there);
    await until(() => other.rows === 2);
    other.stop();
  });

  it('run nothing while no one listens', async () => {
    const reads = jest.spyOn(here.units, 'get');
    listen(here).stop();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    listen(here).stop();
    expect(timers()).toBe(before);
    await end(there);
    await pause(120);
    expect(reads).not.toHaveBeenCalled();
  });

  (engine === 'postgres' ? it : it.skip)(
    'wake after the listening connection was lost, and by the look at times for a notification that was lost',
    async () => {
      const heard = listen(there);
      await queryPostgres(url, `SELECT pg_terminate_backend(pid) ${LISTENERS}`);
      await queryPostgres(url, INSERT);
      await until(() => heard.rows === 1);
      await queryPostgres(url, INSERT);
      await until(() => heard.rows === 2);
      heard.stop();
    },
    10_000,
  );
});
