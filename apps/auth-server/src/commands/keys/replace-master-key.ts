import { closeFile } from '@consentry/typeorm-node-sqlite';
import { prepareDataDir } from '../../platform/config/data-dir';
import type { DatabaseSettings, Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { firstValue } from '../../platform/database/sqlite/first-value';
import { UnitRunner } from '../../platform/database/sqlite/unit-runner';
import { replacedFileIn } from '../../model/keys/opening-key';
import { EARLIER_REFUSED } from '../end-everything';
import { spellCounts } from '../spell-counts';
import { type Replacement, nextKeyOf, putInPlace, replaceUnder } from './next-key';
import { openAlone } from '../open-alone';

type Sqlite = Extract<DatabaseSettings, { engine: 'sqlite' }>;

/**
 * Replaces the master key while no server runs, in one transaction (ADR 15). The next key is durable, or the operator's,
 * before the commit.
 *
 * @returns the text to print.
 * @throws StartError; the database is then unchanged.
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
    throw new StartError('NEW_MASTER_KEY is the same as MASTER_KEY: use another one');
}

function replaceOnSqlite({ file }: Sqlite, settings: Settings, now: number): Replacement {
  const db = openAlone(file, settings, { served: true });
  try {
    // Without WAL a commit needs the durable removal of its journal: the key file must not precede it.
    db.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = EXTRA');
    const value = firstValue(db, 'SELECT value FROM master_key_checks') as string | undefined;
    const keys = nextKeyOf(settings, value ?? '');
    const runner = new UnitRunner(db);
    db.exec('BEGIN EXCLUSIVE');
    const done = runner.run(() => replaceUnder(keys, settings, now));
    db.exec('COMMIT');
    putInPlace(keys, settings);
    return { ...keys, ...done };
  } finally {
    closeFile(db);
  }
}

const spell = ({ present, resealed, ended }: Replacement, { masterKey, dataDir }: Settings) =>
  `the master key is replaced; private keys sealed under the new one: ${resealed}
ended (possibly forged): ${spellCounts(ended)}
${EARLIER_REFUSED}${
    masterKey === null
      ? `the old key is kept as ${replacedFileIn(dataDir, present)}: earlier backups need it`
      : 'start every server with the value of NEW_MASTER_KEY as MASTER_KEY; keep the old key, earlier backups need it'
  }
The old key and a copy of the database also reveal the private keys: npm run keys -- rotate --compromised
`;
