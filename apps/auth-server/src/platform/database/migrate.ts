import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { MIGRATIONS } from './migrations';
import type { Migration } from './migrations/migration';

/** How an engine keeps other processes away from what is migrated. */
export interface Exclusion {
  /** Begins the transaction, and excludes other processes that migrate. */
  begin: (runner: QueryRunner) => Promise<unknown>;
  /** Locks what the migrations change, before the first statement. */
  hold?: (runner: QueryRunner, pending: readonly Migration[]) => Promise<void>;
}

/** @returns which version made a database that this one does not know, `undefined` where this one knows it. */
export function findOtherVersion(names: readonly string[]): string | undefined {
  const known = MIGRATIONS.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  return `of a ${names.includes(known[0]!) ? 'later version' : 'build before 0.1.0'}, which made ${unknown}`;
}

/**
 * Looks and migrates in one transaction, so that of several processes that start at once only one migrates. (TypeORM
 * looks before it begins the transaction.)
 *
 * @returns the names of the migrations that it ran.
 * @throws where another version migrated the database: data unknown to this one could be lost. Nothing is changed.
 */
export async function migrate(dataSource: DataSource, { begin, hold }: Exclusion): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  // SQLite rebuilds a table to change a column: foreign keys must be off.
  await runner.beforeMigration();
  try {
    await begin(runner);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    assertOwn((await executor.getExecutedMigrations()).map(({ name }) => name));
    const pending = await executor.getPendingMigrations();
    await hold?.(
      runner,
      pending.map(({ instance }) => instance as Migration),
    );
    await executor.executePendingMigrations();
    await runner.query('COMMIT');
    return pending.map(({ name }) => name);
  } catch (error) {
    // Report the first error, not that there was nothing to roll back.
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.afterMigration();
    await runner.release();
  }
}

/** @throws where another version made a database that has these migrations. */
export function assertOwn(names: readonly string[]): void {
  const other = findOtherVersion(names);
  if (other !== undefined)
    throw new Error(`it is ${other}; start that version, or restore a backup that this one can read`);
}

/** @returns what is left to run on a database that has these migrations. */
export const pendingAfter = (names: readonly string[]) => MIGRATIONS.filter(({ name }) => !names.includes(name));
