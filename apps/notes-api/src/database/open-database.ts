import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { StartError } from '../start-error';

/** Opens and migrates the file. Both it and its folder are for this system user only. */
export async function openDatabase(options?: DataSourceOptions): Promise<DataSource> {
  if (options?.type !== 'better-sqlite3') throw new TypeError('Expected the options of a better-sqlite3 data source.');
  const file = options.database;
  try {
    makePrivate(dirname(file));
    const dataSource = await new DataSource(options).initialize();
    chmodSync(file, 0o600);
    // A start may wait 5 s for a process that still holds the file; a request may not, as it blocks all others.
    await dataSource.query('PRAGMA busy_timeout = 20');
    return dataSource;
  } catch (error) {
    throw StartError.because(`cannot open the database ${file}`, error);
  }
}

/** A folder that everybody may write into, like /tmp, is not ours to close. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isShared = (statSync(folder).mode & 0o1000) !== 0;
  if (!isShared) chmodSync(folder, 0o700);
}
