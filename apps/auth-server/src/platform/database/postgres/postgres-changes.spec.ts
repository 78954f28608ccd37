import { setTimeout as pause } from 'node:timers/promises';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { announce } from '../sql';
import { type PostgresDataSource, openPostgres } from './postgres-data-source';

const LISTENERS = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`;

describe('changes on PostgreSQL', () => {
  let url: string;
  let here: PostgresDataSource;
  let there: PostgresDataSource;

  beforeEach(async () => {
    url = await migratedDatabase();
    [here, there] = [await openPostgres(url, 2), await openPostgres(url, 2)];
  });
  afterEach(() => Promise.all([here.destroy(), there.destroy()]));
  afterAll(dropFreshDatabases);

  const isOther = async (source: PostgresDataSource, topic: 'clients' | 'keys', before: number) => {
    while ((await source.changes.versionOf(topic)) === before) await pause(2);
  };

  it('keep their version while nothing is announced, without asking the database', async () => {
    const before = await there.changes.versionOf('clients');
    const statements = jest.spyOn(there.units, 'read');
    for (let n = 0; n < 100; n += 1) expect(await there.changes.versionOf('clients')).toBe(before);
    expect(statements).not.toHaveBeenCalled();
  });

  it('are told to every process, of the topic alone', async () => {
    const [clients, keys] = [await there.changes.versionOf('clients'), await there.changes.versionOf('keys')];
    await here.units.write(() => announce('clients'));
    await isOther(there, 'clients', clients);
    expect(await there.changes.versionOf('keys')).toBe(keys);
  });

  it('never repeat a version, told twice or heard twice', async () => {
    const seen = [await here.changes.versionOf('clients')];
    for (let n = 0; n < 5; n += 1) {
      await here.units.write(() => announce('clients'));
      seen.push(await here.changes.versionOf('clients'));
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('are read from their row while the connection that listens is lost, and heard again later', async () => {
    const before = await there.changes.versionOf('clients');
    await queryPostgres(url, `SELECT pg_terminate_backend(pid) ${LISTENERS}`);
    // A lost connection invalidates the cache without a change.
    await isOther(there, 'clients', before);
    const stored = await there.changes.versionOf('clients');
    expect(stored).toBeGreaterThanOrEqual(0);
    await here.units.write(() => announce('clients'));
    expect(await there.changes.versionOf('clients')).toBe(stored + 1);

    // It listens again after a second; its own versions are negative.
    while ((await there.changes.versionOf('clients')) >= 0) await pause(10);
    const heard = await there.changes.versionOf('clients');
    await here.units.write(() => announce('clients'));
    await isOther(there, 'clients', heard);
  }, 10_000);

  it('listen no more once closed', async () => {
    await there.changes.close();
    let left = 2;
    while (left > 1)
      left = (await queryPostgres<{ left: number }>(url, `SELECT count(*) AS left ${LISTENERS}`))[0]!.left;
    expect(left).toBe(1);
  });
});
