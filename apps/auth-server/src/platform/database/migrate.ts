import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { MIGRATIONS } from './migrations';

const KNOWN = MIGRATIONS.map(({ name }) => name);

/** @returns which version made a database that this one does not know, `undefined` where this one knows it. */
export function findOtherVersion(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => !KNOWN.includes(name));
  if (unknown === undefined) return undefined;
  return `of a ${names.includes(KNOWN[0]!) ? 'later version' : 'build before 0.1.0'}, which made ${unknown}`;
}

/**
 * Looks and migrates in one transaction, so that of several processes that start at once only one migrates. (TypeORM
 * looks before it begins the transaction.)
 *
 * @param begin begins the transaction, and excludes other processes.
 * @throws where another version migrated the database: data unknown to this one could be lost. Nothing is changed.
 */
export async function migrate(dataSource: DataSource, begin: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  // SQLite rebuilds a table to change a column: foreign keys must be off.
  await runner.beforeMigration();
  try {
    await begin(runner);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    assertOwn(await executor.getExecutedMigrations());
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

function assertOwn(executed: readonly { name: string }[]): void {
  const other = findOtherVersion(executed.map(({ name }) => name));
  if (other !== undefined)
    throw new Error(`it is ${other}; start that version, or restore a backup that this one can read`);
}
