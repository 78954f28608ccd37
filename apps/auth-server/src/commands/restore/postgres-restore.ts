import type { Client } from 'pg';
import type { Clock } from '../../platform/config/clock';
import type { Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { openDatabase } from '../../platform/database/open-database';
import { openingKey } from '../../model/keys/opening-key';
import { assertKnown } from '../backup/assert-ours';
import { carryOut } from '../../platform/database/postgres/postgres-units';
import { LOCK_ENDED, assertUnused, begin, first, withPostgres } from '../postgres-client';
import { TransactionUnits } from '../transaction-units';
import { finishRestore } from './finish-restore';
import { REPLACED, readReplaced } from './postgres-replaced';

const NOT_GIVEN = 'it is not given by --replaced';
const HAS_TABLE = "SELECT to_regclass('migrations') IS NOT NULL AS there";

/**
 * After `pg_restore`: makes the database one to go on with.
 *
 * @param replaced the URL of the database that it replaces, where that is still there.
 * @returns the text to print.
 * @throws StartError; the database is then as pg_restore left it, but migrated.
 */
export async function restorePostgres(
  { url, replaced, keepRoles }: { url: string; replaced: string | undefined; keepRoles: boolean },
  surroundings: { settings: Settings; clock: Clock },
): Promise<string> {
  const { settings } = surroundings;
  await withPostgres(url, (client) => assertReady(client, settings));
  await (await openDatabase(settings.database)).destroy();
  return withPostgres(url, async (client) => {
    await begin(client);
    await client.query(LOCK_ENDED);
    if (replaced !== undefined) await withPostgres(replaced, (other) => readReplaced(client, other), REPLACED);
    const units = new TransactionUnits('postgres', (unit) => carryOut(client, unit));
    const unknown = replaced === undefined ? NOT_GIVEN : null;
    const done = await finishRestore(units, surroundings, { keepRoles, unknown });
    await client.query('COMMIT');
    return done;
  });
}

async function assertReady(client: Client, settings: Settings): Promise<void> {
  if (!(await first<{ there: boolean }>(client, HAS_TABLE))?.there)
    throw new StartError('the database has no data of this server: run pg_restore first');
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  assertKnown(
    rows.map(({ name }) => name),
    'the backup',
  );
  const check = await first<{ value: string }>(client, 'SELECT value FROM master_key_checks');
  if (check !== undefined) openingKey(settings, check.value);
  await assertUnused(client);
}
