import { setImmediate as turn } from 'node:timers/promises';
import { freshFile, openFile } from '../../../test/support/database';
import { migratedFile } from '../../../test/support/migrated';
import { type Unit, announce } from '../sql';
import type { GatedDataSource } from './gated-data-source';

describe('changes on SQLite', () => {
  let here: GatedDataSource;
  let there: GatedDataSource;

  beforeEach(async () => {
    const file = await migratedFile(freshFile());
    here = await openFile(file);
    there = await openFile(file);
  });
  afterEach(() => Promise.all([here.destroy(), there.destroy()]));

  const change = (source: GatedDataSource) =>
    source.units.write(function* (): Unit<void> {
      yield* announce('clients');
    });

  it('are seen by who asks later, whoever made them', async () => {
    const changes = here.changes;
    for (const maker of [here, there]) {
      const before = await changes.versionOf('clients');
      await change(maker);
      await turn();
      expect(await changes.versionOf('clients')).toBe(before + 1);
    }
  });

  it('are read again in the same turn by who asks later: its request may have been sent after a change', async () => {
    const changes = here.changes;
    const reads = jest.spyOn(here.units, 'read');
    await changes.versionOf('keys');
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await changes.versionOf('clients');
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('are asked for once by all who ask together', async () => {
    const changes = here.changes;
    const reads = jest.spyOn(here.units, 'read');
    await Promise.all(['clients', 'keys', 'clients', 'keys'].map((topic) => changes.versionOf(topic as 'clients')));
    expect(reads).toHaveBeenCalledTimes(1);
    await turn();
    await changes.versionOf('keys');
    expect(reads).toHaveBeenCalledTimes(2);
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
