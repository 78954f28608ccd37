import type { QueryRunner } from 'typeorm';
import type { DatabaseSettings } from '../../platform/config/settings';
import { pendingAfter } from '../../platform/database/migrate';
import type { Hold, LockMode, Migration } from '../../platform/database/migrations/migration';

type Engine = DatabaseSettings['engine'];

export interface SizedHold extends Hold {
  /** How many rows and bytes there are, as far as it is known. */
  size: string;
}

/** What a plan rests on. */
export interface Stored {
  /** The names of those that the database has; empty for a new one. */
  migrations: readonly string[];
  /** What the others lock. */
  held: readonly SizedHold[];
}

const WAITING: Record<LockMode, string> = {
  'ROW EXCLUSIVE': 'writes of the same rows wait',
  SHARE: 'writes wait',
  'SHARE ROW EXCLUSIVE': 'writes wait',
  EXCLUSIVE: 'writes wait',
  'ACCESS EXCLUSIVE': 'reads and writes wait',
};

const WORK: Record<Hold['rows'], string> = {
  none: 'no row is read or written',
  read: 'every row is read',
  written: 'every row is rewritten',
};

const OF_POSTGRES = [
  'Before the first statement it locks all of these or none, until the commit:',
  'If no row is read or written, this takes moments whatever the size; otherwise the time grows with the number of rows.',
] as const;

/** All writes lock the whole file; other processes read what was there before. */
const OF_SQLITE = [
  'From the first statement until the commit all writes wait, and reads continue. It changes:',
  'The time grows with the number of rows.',
] as const;

const HOW_LONG = `To measure how long, run consentry migrate on a restored backup. Calls that wait for 5 seconds are answered with 503 and Retry-After.
`;

/** Describes what `consentry migrate` would do to a database. */
export async function spellPlan({ migrations, held }: Stored, engine: Engine): Promise<string> {
  const pending = pendingAfter(migrations).map((migration) => new migration());
  if (pending.length === 0) return 'nothing to do, it has all migrations of this version\n';
  const isNew = migrations.length === 0;
  const steps = await Promise.all(pending.map((migration) => spellStep(migration, engine, isNew)));
  return `${pending.length === 1 ? '1 migration' : `${pending.length} migrations`} would run, in one transaction.
${steps.join('')}${held.length === 0 ? 'They lock no existing table.\n' : spellHeld(held, engine)}Nothing was changed.
`;
}

async function spellStep(migration: Migration, engine: Engine, isNew: boolean): Promise<string> {
  const statements = await statementsOf(migration, engine);
  const tables = statements.filter((text) => text.startsWith('CREATE TABLE'));
  const lines = isNew ? [`${statements.length} statements, which create ${tables.length} tables`] : statements;
  return [migration.constructor.name, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

/** Runs nothing: a migration needs no answers. */
async function statementsOf(migration: Migration, engine: Engine): Promise<string[]> {
  const statements: string[] = [];
  const type = engine === 'postgres' ? 'postgres' : 'better-sqlite3';
  const query = (text: string) => Promise.resolve(statements.push(text.replace(/\s+/g, ' ').trim()));
  await migration.up({ connection: { options: { type } }, query } as unknown as QueryRunner);
  return statements;
}

function spellHeld(held: readonly SizedHold[], engine: Engine): string {
  const [before, after] = engine === 'postgres' ? OF_POSTGRES : OF_SQLITE;
  const lines = held.map(({ table, mode, rows, size }) => {
    const lock = engine === 'postgres' ? `${mode}, ${WAITING[mode]}; ${WORK[rows]}; ` : '';
    return `  ${table}: ${lock}${size}`;
  });
  return [before, ...lines, after, HOW_LONG].join('\n');
}
