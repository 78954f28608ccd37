import type { Client } from 'pg';
import { StartError } from '../../platform/config/settings-error';
import { carryOut } from '../../platform/database/postgres/postgres-units';
import { get } from '../../platform/database/sql';
import { begin, first } from '../postgres-client';
import { HAS_EVENT, INDEXES, LAST_EVENT, type LastEvent, OTHER_PAST, STANDING } from './replaced-database';

/** In messages. */
export const REPLACED = 'the database given by --replaced';

/** Rows for each statement. */
const CHUNK = 10_000;

/** Another database of the same server has another oid, another server has started at another moment. */
const IDENTITY = `SELECT oid || ' of ' || pg_postmaster_start_time() AS of FROM pg_database WHERE datname = current_database()`;

/**
 * Fills temporary tables of the restored database's transaction from the one that it replaces.
 *
 * @throws StartError when that is the same one, or does not continue the backup.
 */
export async function readReplaced(restored: Client, replaced: Client): Promise<void> {
  const [one, other] = [
    await first<{ of: string }>(restored, IDENTITY),
    await first<{ of: string }>(replaced, IDENTITY),
  ];
  if (one!.of === other!.of)
    throw new StartError(`${REPLACED} is the restored one: give the one that was there before`);
  await begin(replaced);
  const last = await carryOut(restored, () => get<LastEvent>(LAST_EVENT));
  if (last !== undefined && !(await carryOut(replaced, () => get(HAS_EVENT(''), last.id, last.at, last.kind))))
    throw new StartError(`${REPLACED} cannot be used: ${OTHER_PAST}`);
  for (const [table, select] of Object.entries(STANDING)) {
    await restored.query(`CREATE TEMP TABLE ${table} ON COMMIT DROP AS ${select('')} LIMIT 0`);
    await copy(select(''), { table, restored, replaced });
  }
  for (const text of INDEXES) await restored.query(text);
}

async function copy(
  select: string,
  { table, restored, replaced }: { table: string; restored: Client; replaced: Client },
): Promise<void> {
  await replaced.query(`DECLARE standing NO SCROLL CURSOR FOR ${select}`);
  const insert = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
  for (;;) {
    const { rows } = await replaced.query<object>(`FETCH ${CHUNK} FROM standing`);
    if (rows.length === 0) break;
    await restored.query(insert, [JSON.stringify(rows)]);
  }
  await replaced.query('CLOSE standing');
}
