import { prepareDataDir } from '../../config/data-dir';
import type { DatabaseSettings, Settings } from '../../config/settings';
import { StartError } from '../../config/settings-error';
import { UnitRunner } from '../../database/sqlite/unit-runner';
import { replacedFileIn } from '../../keys/opening-key';
import { reseal } from '../../keys/resealing';
import { runEndings } from '../restore/carry-over';
import { END_EVERYTHING, endingValues, spellCounts } from '../ending';
import { type Replacement, nextKeyOf, putInPlace } from './next-key';
import { openAlone } from '../open-alone';

type Sqlite = Extract<DatabaseSettings, { engine: 'sqlite' }>;

/**
 * Replaces the master key while no server runs. The database is under the present key or under the next one, wholly: one
 * transaction does it all, and the next key is on the disk, or the operator's, before that commits.
 *
 * @returns what to print.
 * @throws StartError; the database is then as it was.
 */
export async function replaceMasterKey(settings: Settings, now: number): Promise<string> {
  prepareDataDir(settings.dataDir);
  assertNextKeyGiven(settings);
  const { database } = settings;
  if (database.engine === 'sqlite') return spell(replaceOnSqlite(database, settings, now), settings);
  // Most servers need no PostgreSQL driver.
  const { replaceOnPostgres } = await import('./postgres-master-key.js');
  return spell(await replaceOnPostgres(database, settings, now), settings);
}

function assertNextKeyGiven({ masterKey, newMasterKey }: Settings): void {
  if (masterKey === null && newMasterKey !== null)
    throw new StartError('NEW_MASTER_KEY replaces MASTER_KEY, which is not set: without both, the file is replaced');
  if (masterKey !== null && newMasterKey === null)
    throw new StartError('MASTER_KEY is set: give the key that replaces it as NEW_MASTER_KEY');
  if (masterKey !== null && newMasterKey?.equals(masterKey))
    throw new StartError('NEW_MASTER_KEY is the same as MASTER_KEY: give another one');
}

function replaceOnSqlite({ file }: Sqlite, settings: Settings, now: number): Replacement {
  const db = openAlone(file, settings, { served: true });
  try {
    db.pragma('secure_delete = ON');
    // Without WAL a commit is durable once the removal of its journal is: the key file must not be ahead of it.
    db.pragma('synchronous = EXTRA');
    const value = db.prepare<[], string>('SELECT value FROM master_key_checks').pluck().get() ?? '';
    const keys = nextKeyOf(settings, value);
    const replace = db.transaction(() => ({
      resealed: new UnitRunner(db).run(() => reseal(keys, now)),
      ended: runEndings(db, END_EVERYTHING, endingValues(now, settings.ttl.accessToken)),
    }));
    const done = replace.exclusive();
    putInPlace(keys, settings);
    return { ...keys, ...done };
  } finally {
    db.close();
  }
}

const spell = ({ present, resealed, ended }: Replacement, { masterKey, dataDir }: Settings) =>
  `the master key is replaced; private keys sealed under the new one: ${resealed}
ended, as they may have been forged: ${spellCounts(ended)}
${
  masterKey === null
    ? `the old key is kept as ${replacedFileIn(dataDir, present)}: backups made before need it`
    : 'start every server with MASTER_KEY set to what NEW_MASTER_KEY is; keep the old key, backups made before need it'
}
Whoever had the old key and a copy of the database has the private keys too: npm run keys -- rotate --compromised
`;
