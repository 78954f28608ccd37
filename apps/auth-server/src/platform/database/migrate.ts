import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { MIGRATIONS } from './migrations';

/** @returns the name of a migration that only a later version knows, of all that a database has seen. */
export function findLaterMigration(names: readonly string[]): string | undefined {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  return names.find((name) => !known.has(name));
}

/**
 * Looks and migrates in one transaction, so that of several processes that start at once only one migrates. (TypeORM
 * looks before it begins the transaction.)
 *
 * @param begin begins the transaction, and excludes other processes.
 * @throws where a later version migrated the database: data unknown to this one could be lost. Nothing is changed.
 */
export async function migrate(dataSource: DataSource, begin: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  // SQLite rebuilds a table to change a column: foreign keys must be off.
  await runner.beforeMigration();
  try {
    await begin(runner);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    assertNotLater(await executor.getExecutedMigrations());
    await executor.executePendingMigrations();
    await runner.query('COMMIT');
  } catch (error) {
    // Report the first error, not that there was nothing to roll back.
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.afterMigration();
    await runner.release();
  }
}

function assertNotLater(executed: readonly { name: string }[]): void {
  const later = findLaterMigration(executed.map(({ name }) => name));
  if (later !== undefined)
    throw new Error(
      `it is a later version's, which made ${later}; start that version, or restore a backup made before it was installed`,
    );
}
