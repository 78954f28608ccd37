import type { Client } from 'pg';
import type { DatabaseSettings, Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { nameOf } from '../../platform/database/open-database';
import { carryOut } from '../../platform/database/postgres/postgres-units';
import { assertKnown, assertUpToDate } from '../backup/assert-ours';
import { type Replacement, nextKeyOf, putInPlace, replaceUnder } from './next-key';
import { LOCK_ENDED, assertUnused, begin, first, withPostgres } from '../postgres-client';

type Postgres = Extract<DatabaseSettings, { engine: 'postgres' }>;

const HAS_TABLE = "SELECT to_regclass('master_key_checks') IS NOT NULL AS there";
/** A starting server reads this table before it serves: it waits for the new value. */
const LOCK = 'LOCK TABLE master_key_checks IN ACCESS EXCLUSIVE MODE';

export function replaceOnPostgres(database: Postgres, settings: Settings, now: number): Promise<Replacement> {
  return withPostgres(database.url, async (client) => {
    await begin(client);
    const keys = nextKeyOf(settings, await heldCheckValue(client, database));
    await client.query(LOCK_ENDED);
    const done = await carryOut(client, () => replaceUnder(keys, settings, now));
    await client.query('COMMIT');
    putInPlace(keys, settings);
    return { ...keys, ...done };
  });
}

/** @throws StartError when a server is connected, or the database has no key yet. */
async function heldCheckValue(client: Client, database: Postgres): Promise<string> {
  const none = new StartError(
    `there is no key in ${nameOf(database)} yet: the server makes the first one when it starts`,
  );
  if (!(await first<{ there: boolean }>(client, HAS_TABLE))?.there) throw none;
  await client.query(LOCK);
  // After the lock: a server that read the old value is connected by now.
  await assertUnused(client);
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const names = rows.map(({ name }) => name);
  assertKnown(names, 'the database');
  assertUpToDate(names, 'the database');
  const check = await first<{ value: string }>(client, 'SELECT value FROM master_key_checks');
  if (check === undefined) throw none;
  return check.value;
}
