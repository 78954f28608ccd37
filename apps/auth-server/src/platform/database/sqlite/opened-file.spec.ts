import { copyFileSync, renameSync, unlinkSync } from 'node:fs';
import { INSERT_ACCOUNT, freshFile, openFile } from '../../../../test/database';
import { migratedFile } from '@consentry/test-support/server/migrated';
import { isDatabaseUnavailable } from '../database-error';
import { get, run } from '../sql';
import type { SqliteDataSource } from './sqlite-data-source';

describe('a file that a data source has open', () => {
  let file: string;
  let database: SqliteDataSource;

  beforeEach(async () => {
    file = await migratedFile(freshFile());
    database = await openFile(file);
  });
  afterEach(() => database.destroy());

  const replace = () => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  };

  it.each<[string, () => void]>([
    ['moved away', () => renameSync(file, `${file}.elsewhere`)],
    ['deleted', () => unlinkSync(file)],
    ['replaced', replace],
  ])('is not in place once it is %s', (_, takeAway) => {
    expect(database.checkFile()).toBe(true);
    takeAway();
    expect(database.checkFile()).toBe(false);
  });

  it('is in place while it is written, checkpointed and vacuumed', async () => {
    await database.units.run(INSERT_ACCOUNT, 'id-a', 'a');
    await database.query('PRAGMA wal_checkpoint(TRUNCATE)');
    await database.query('VACUUM');
    expect(database.checkFile()).toBe(true);
  });

  it('refuses units while it is away, and none of them once it is back', async () => {
    const uses: (() => Promise<unknown>)[] = [
      () => database.units.read(() => get('SELECT 1')),
      () => database.units.write(() => run(INSERT_ACCOUNT, 'id-a', 'a')),
      () => database.units.run(INSERT_ACCOUNT, 'id-b', 'b'),
    ];
    renameSync(file, `${file}.elsewhere`);
    database.checkFile();
    for (const use of uses) {
      const error: unknown = await use().catch((refusal: unknown) => refusal);
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    renameSync(`${file}.elsewhere`, file);
    database.checkFile();
    for (const use of uses) await use();
  });
});
