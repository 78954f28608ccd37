import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { StartError } from '../start-error';

/** Opens and migrates the file, readable only by this system user, as is its folder. */
export async function openDatabase(options?: DataSourceOptions): Promise<DataSource> {
  if (options?.type !== 'better-sqlite3') throw new TypeError('Expected the options of a better-sqlite3 data source.');
  const file = options.database;
  try {
    makePrivate(dirname(file));
    const dataSource = await new DataSource(options).initialize();
    closeToOthers(file, 0o600);
    // A start may wait 5 s for another process; a request may not, as it would block all others.
    await dataSource.query('PRAGMA busy_timeout = 20');
    return dataSource;
  } catch (error) {
    throw StartError.because(`cannot open the database ${file}`, error);
  }
}

/** Leave the mode of a shared folder such as /tmp. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isShared = (statSync(folder).mode & 0o1000) !== 0;
  if (!isShared) closeToOthers(folder, 0o700);
}

/** What belongs to another user, such as a volume of Kubernetes, is left as it is. */
function closeToOthers(path: string, mode: number): void {
  if (statSync(path).uid === process.geteuid?.()) chmodSync(path, mode);
}
