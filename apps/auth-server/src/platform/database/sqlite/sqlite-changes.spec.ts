import { setImmediate as turn } from 'node:timers/promises';
import { freshFile, openFile } from '../../../../test/database';
import { migratedFile } from '@consentry/test-support/server/migrated';
import { type Unit, announce } from '../sql';
import type { SqliteDataSource } from './sqlite-data-source';

describe('changes on SQLite', () => {
  let here: SqliteDataSource;
  let there: SqliteDataSource;

  beforeEach(async () => {
    const file = await migratedFile(freshFile());
    here = await openFile(file);
    there = await openFile(file);
  });
  afterEach(() => Promise.all([here.destroy(), there.destroy()]));

  const change = (source: SqliteDataSource) =>
    source.units.write(function* (): Unit<void> {
      yield* announce('clients');
    });

  it('are seen from the next turn of the event loop on, whoever made them', async () => {
    const changes = here.changes;
    for (const maker of [here, there]) {
      const before = await changes.versionOf('clients');
      await change(maker);
      await turn();
      expect(await changes.versionOf('clients')).toBe(before + 1);
    }
  });

  const tick = () => new Promise<void>((resolve) => process.nextTick(resolve));

  it('read after a batch are read again for the next request, which may have been sent after a change', async () => {
    const changes = here.changes;
    await turn();
    const reads = jest.spyOn(here.units, 'read');
    const write = async () => {
      await here.units.run('UPDATE changes SET version = 0 WHERE FALSE');
      await changes.versionOf('keys');
    };
    await Promise.all([write(), write()]);
    expect(reads).toHaveBeenCalledTimes(1);
    await tick();
    await changes.versionOf('clients');
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('are asked for once by all who ask in one turn', async () => {
    const changes = here.changes;
    const reads = jest.spyOn(here.units, 'read');
    await Promise.all(['clients', 'keys', 'clients', 'keys'].map((topic) => changes.versionOf(topic as 'clients')));
    expect(reads).toHaveBeenCalledTimes(1);
    await turn();
    await changes.versionOf('keys');
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('are looked for in the rows where somebody else has written, and only there', async () => {
    const changes = here.changes;
    const before = await changes.versionOf('keys');
    await here.units.run('UPDATE changes SET version = version + 1');
    await turn();
    expect(await changes.versionOf('keys')).toBe(before);
    await turn();
    await there.units.run('UPDATE changes SET version = version + 1');
    expect(await changes.versionOf('keys')).toBe(before + 2);
  });

  it('of one topic are none of another', async () => {
    const changes = here.changes;
    const keys = await changes.versionOf('keys');
    await change(here);
    await turn();
    expect(await changes.versionOf('keys')).toBe(keys);
  });

  it('can be asked for again after a read that failed', async () => {
    const changes = here.changes;
    jest.spyOn(here.units, 'read').mockRejectedValueOnce(new Error('disk I/O error'));
    await expect(changes.versionOf('keys')).rejects.toThrow('disk I/O error');
    await turn();
    expect(await changes.versionOf('keys')).toEqual(expect.any(Number));
  });
});
