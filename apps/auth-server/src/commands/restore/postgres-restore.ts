import type { Client } from 'pg';
import type { Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { openDatabase } from '../../platform/database/open-database';
import { openingKey } from '../../model/keys/opening-key';
import { assertKnown } from '../backup/assert-ours';
import {
  BEGIN_LOG,
  EARLIER_REFUSED,
  type EndingValues,
  RECORD_RESTORE,
  endingValues,
  newLog,
  spellCounts,
} from '../ending';
import { assertUnused, begin, first, withPostgres } from '../postgres-client';
import { endAll, numbered, refuseEarlier } from '../postgres-ending';

const HAS_TABLE = "SELECT to_regclass('migrations') IS NOT NULL AS there";

/**
 * After `pg_restore`: ends all that may have been used since the backup, as no other database tells.
 *
 * @returns the text to print.
 * @throws StartError.
 */
export async function restorePostgres(url: string, settings: Settings, now: number): Promise<string> {
  await withPostgres(url, (client) => assertReady(client, settings));
  await (await openDatabase(settings.database)).destroy();
  const values = endingValues(now, settings.ttl.accessToken);
  const counts = await withPostgres(url, (client) => endEverything(client, values));
  return `ended (possibly used since the backup): ${spellCounts(counts)}\n${EARLIER_REFUSED}`;
}

async function assertReady(client: Client, settings: Settings): Promise<void> {
  if (!(await first<{ there: boolean }>(client, HAS_TABLE))?.there)
    throw new StartError('the database holds nothing of this server: run pg_restore first');
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  assertKnown(
    rows.map(({ name }) => name),
    'the backup',
  );
  const check = await first<{ value: string }>(client, 'SELECT value FROM master_key_checks');
  if (check !== undefined) openingKey(settings, check.value);
  await assertUnused(client);
}

async function endEverything(client: Client, values: EndingValues): Promise<Map<string, number>> {
  await begin(client);
  const counts = await endAll(client, values);
  await refuseEarlier(client, values);
  await client.query(BEGIN_LOG.postgres, [newLog()]);
  await client.query(...numbered(RECORD_RESTORE, values));
  await client.query('COMMIT');
  return counts;
}
