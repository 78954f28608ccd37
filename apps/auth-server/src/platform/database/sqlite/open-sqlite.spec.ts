import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { freshFile, openFile } from '../../../../test/database';
import { MIGRATIONS } from '../migrations';
import { openDatabase } from '../open-database';
import { StartError } from '../../config/settings-error';

const setting = async (dataSource: Awaited<ReturnType<typeof openFile>>, name: string) =>
  Object.values((await dataSource.query<Record<string, unknown>[]>(`PRAGMA ${name}`))[0] ?? {})[0];

describe('the data source', () => {
  it('makes every acknowledged write durable, enforces foreign keys, and never waits inside the driver', async () => {
    const dataSource = await openFile();
    expect(await setting(dataSource, 'journal_mode')).toBe('wal');
    expect(await setting(dataSource, 'synchronous')).toBe(2);
    expect(await setting(dataSource, 'foreign_keys')).toBe(1);
    expect(await setting(dataSource, 'busy_timeout')).toBe(0);
    await dataSource.destroy();
  });

  it('writes nothing beside its own files, whatever a unit may have to undo', async () => {
    const dataSource = await openFile();
    expect(await setting(dataSource, 'temp_store')).toBe(2);
    await dataSource.destroy();
  });

  it('has one of several openers at the same moment migrate', async () => {
    const file = freshFile();
    const opened = await Promise.all([openFile(file), openFile(file), openFile(file)]);
    for (const dataSource of opened) {
      expect(await dataSource.query('SELECT name FROM migrations')).toEqual(MIGRATIONS.map(({ name }) => ({ name })));
      await dataSource.destroy();
    }
  });

  // Root may write read-only files.
  (process.getuid?.() === 0 ? it.skip : it)(
    'takes no file that may only be read, and leaves none beside it',
    async () => {
      const file = freshFile();
      await (await openDatabase({ engine: 'sqlite', file })).destroy();
      chmodSync(file, 0o400);
      await expect(openDatabase({ engine: 'sqlite', file })).rejects.toThrow(/cannot be opened: .*permission denied/);
      expect(readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))).toEqual([basename(file)]);
    },
  );

  it('says which file cannot be opened and leaves it as it is', async () => {
    const garbage = freshFile();
    writeFileSync(garbage, 'this is no database, whatever it is called '.repeat(100));
    const before = readFileSync(garbage);
    await expect(openDatabase({ engine: 'sqlite', file: garbage })).rejects.toThrow(StartError);
    await expect(openDatabase({ engine: 'sqlite', file: garbage })).rejects.toThrow(
      `the database ${garbage} cannot be opened: file is not a database`,
    );
    expect(readFileSync(garbage)).toEqual(before);

    const folder = freshFile();
    mkdirSync(folder);
    await expect(openDatabase({ engine: 'sqlite', file: folder })).rejects.toThrow(
      `the database ${folder} cannot be opened`,
    );
  });
});
