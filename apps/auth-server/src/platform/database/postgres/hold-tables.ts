import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { databaseCode, isConflict } from '../database-error';
import { type Hold, type Migration, merged } from '../migrations/migration';

/** In milliseconds. */
export interface Patience {
  /** For which calls may wait for a lock that the migration does not get. */
  wait: number;
  /** In which all tables must be free at one moment. */
  moments: number;
  /** Without any lock: the calls that waited run. */
  pause: number;
}

const PATIENCE: Patience = { wait: 2_000, moments: 1_000, pause: 2_000 };

/** Milliseconds between two looks for such a moment. */
const BETWEEN = 5;

/** About a minute in all. */
const ATTEMPTS = 12;

/** Units begin with this table (ADR 11): those that run come to their end, new ones wait with nothing locked. */
const UNITS: Hold = { table: 'changes', mode: 'EXCLUSIVE', rows: 'none' };

const USERS = `SELECT pid, application_name AS name FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND pid IN (SELECT pid FROM pg_locks WHERE granted AND relation = to_regclass($1))
  ORDER BY xact_start LIMIT 3`;

/** A table that a migration could not lock. */
export interface TableWait {
  table: string;
  /** Longest first. */
  usedBy: readonly string[];
  attempt: number;
  attempts: number;
}

/** @returns what migrations lock of the tables that are there: the others they make themselves. */
export async function heldThere(query: Query, migrations: readonly Migration[]): Promise<Hold[]> {
  const there: Hold[] = [];
  for (const held of migrations.flatMap(({ holds }) => holds))
    if ((await query('SELECT WHERE to_regclass($1) IS NOT NULL', [held.table])).length > 0) there.push(held);
  if (there.length === 0) return [];
  const isOfUnits = ({ table }: Hold) => table === UNITS.table;
  const tables = merged([UNITS, ...there]);
  return [...tables.filter(isOfUnits), ...tables.filter((held) => !isOfUnits(held))];
}

/** Runs a statement. @returns its rows */
type Query = (text: string, values?: unknown[]) => Promise<unknown[]>;

/**
 * Locks all tables of the migrations before their first statement, or none: then it tries again. It waits for a table
 * only while it has no other: servers lock them in any order, and one that waits for the migration would be waited for.
 *
 * @throws where a table is still in use after about a minute
 */
export async function holdTables(
  runner: QueryRunner,
  migrations: readonly Migration[],
  onWait: (wait: TableWait) => void,
  { wait: limit, moments, pause } = PATIENCE,
): Promise<void> {
  const query: Query = (text, values) => runner.query(text, values) as Promise<unknown[]>;
  const [units, ...others] = await heldThere(query, migrations);
  if (units === undefined) return;
  await query(`SET LOCAL lock_timeout = ${limit}`);
  await query('SAVEPOINT unlocked');
  for (let attempt = 1; ; attempt += 1) {
    const table = (await isLocked(query, units)) ? await lockAtOnce(query, others, moments) : units.table;
    if (table === null) return;
    await query('ROLLBACK TO SAVEPOINT unlocked');
    const wait = { table, usedBy: await usersOf(query, table), attempt, attempts: ATTEMPTS };
    if (attempt === ATTEMPTS)
      throw new Error(`a migration needs ${spellWait(wait)}; nothing was changed: try again when that has ended`);
    onWait(wait);
    await sleep(pause);
    // PostgreSQL ends an autovacuum that is waited for longer than `deadlock_timeout`, a second.
    await isLocked(query, { table, mode: 'ACCESS EXCLUSIVE' });
    await query('ROLLBACK TO SAVEPOINT unlocked');
  }
}

/** @returns a table that is in use all the time; then none is locked. */
async function lockAtOnce(query: Query, held: readonly Hold[], moments: number): Promise<string | null> {
  const end = performance.now() + moments;
  await query('SAVEPOINT alone');
  for (;;) {
    const table = await firstInUse(query, held);
    if (table === null || performance.now() > end) return table;
    await query('ROLLBACK TO SAVEPOINT alone');
    await sleep(BETWEEN);
  }
}

async function firstInUse(query: Query, held: readonly Hold[]): Promise<string | null> {
  for (const each of held) if (!(await isLocked(query, each, 'NOWAIT'))) return each.table;
  return null;
}

/** @returns false where another process uses the table; the transaction then goes on from a savepoint. */
async function isLocked(query: Query, { table, mode }: Pick<Hold, 'table' | 'mode'>, how = ''): Promise<boolean> {
  try {
    await query(`LOCK TABLE ${table} IN ${mode} MODE ${how}`);
    return true;
  } catch (error) {
    if (databaseCode(error) === LOCK_NOT_AVAILABLE || isConflict(error)) return false;
    throw error;
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

async function usersOf(query: Query, table: string): Promise<string[]> {
  const users = (await query(USERS, [table])) as { pid: number; name: string }[];
  return users.map(({ pid, name }) => (name === '' ? `process ${pid}` : `process ${pid} (${name})`));
}

/** Without users where the last of them has ended meanwhile. */
export const spellWait = ({ table, usedBy }: TableWait) =>
  `the table ${table}, which is in use${usedBy.length === 0 ? '' : ` by ${usedBy.join(', ')}`}`;
