import type { Client } from 'pg';
import type { Settings } from '../config/settings';
import { StartError } from '../config/settings-error';
import { openDatabase } from '../database/open-database';
import { assertKeyOpens, assertKnown } from './assert-ours';
import { END_EVERYTHING, type EndingValues, RECORD_RESTORE, endingValues, spellCounts } from './ending';
import { assertUnused, begin, first, withPostgres } from './postgres-client';

const HAS_TABLE = "SELECT to_regclass('migrations') IS NOT NULL AS there";
const TABLES = `LOCK TABLE refresh_families, authorization_codes, device_codes, consent_sessions, sign_in_sessions
  IN EXCLUSIVE MODE`;

/**
 * After `pg_restore`: ends all that may have been used since the backup. There is no other database to compare with.
 *
 * @returns what to print.
 * @throws StartError.
 */
export async function restorePostgres(url: string, settings: Settings, now: number): Promise<string> {
  await withPostgres(url, (client) => assertReady(client, settings));
  await (await openDatabase(settings.database)).destroy();
  const values = endingValues(now, settings.ttl.accessToken);
  const counts = await withPostgres(url, (client) => endEverything(client, values));
  return `ended, as they may have been used since the backup: ${spellCounts(counts)}\n`;
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
  if (check !== undefined) assertKeyOpens(check.value, settings);
  await assertUnused(client);
}

async function endEverything(client: Client, values: EndingValues): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await begin(client);
  await client.query(TABLES);
  for (const { counted, text } of END_EVERYTHING) {
    const { rowCount } = await client.query(...numbered(text, values));
    counts.set(counted, rowCount ?? 0);
  }
  await client.query(...numbered(RECORD_RESTORE, values));
  await client.query('COMMIT');
  return counts;
}

function numbered(text: string, values: EndingValues): [string, number[]] {
  const given: number[] = [];
  const spelt = text.replace(/@(\w+)/g, (_, name: keyof EndingValues) => `$${given.push(values[name])}::bigint`);
  return [spelt, given];
}
