import type { Client } from 'pg';
import { StartError } from '../../platform/config/settings-error';
import { begin, first } from '../postgres-client';
import { reasonOf } from '../reason';
import { HAS_EVENT, INDEXES, LAST_EVENT, type LastEvent, OTHER_PAST, STANDING } from './replaced-database';

/** Rows for each statement. */
const CHUNK = 10_000;

/**
 * Fills temporary tables of the restored database's transaction from the one that it replaces.
 *
 * @throws StartError when that is none of this server, or does not continue the backup.
 */
export async function readReplaced(restored: Client, replaced: Client): Promise<void> {
  try {
    const last = await first<LastEvent>(restored, LAST_EVENT);
    await begin(replaced);
    if (last !== undefined && !(await hasEvent(replaced, last)))
      throw new StartError(`the database given by --replaced tells nothing: ${OTHER_PAST}`);
    for (const [table, select] of Object.entries(STANDING)) {
      await restored.query(`CREATE TEMP TABLE ${table} ON COMMIT DROP AS ${select('')} LIMIT 0`);
      await copy(select(''), { table, restored, replaced });
    }
    for (const text of INDEXES) await restored.query(text);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the database given by --replaced cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

async function hasEvent(replaced: Client, { id, at, kind }: LastEvent): Promise<boolean> {
  let number = 0;
  const text = HAS_EVENT('').replaceAll('?', () => `$${(number += 1)}`);
  return (await replaced.query(text, [id, at, kind])).rows.length > 0;
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
