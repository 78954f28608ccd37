import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

/**
 * One transaction around looking and migrating, so that of several processes that start at once one migrates and the
 * others find nothing left to do. (TypeORM's own mode looks before it begins.)
 *
 * @param lock what keeps the others out, where beginning alone does not.
 */
export async function migrate(dataSource: DataSource, lock?: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  const runner = dataSource.createQueryRunner();
  // SQLite rebuilds a table to change a column: what refers to it must bear its absence.
  await runner.beforeMigration();
  await runner.startTransaction();
  try {
    await lock?.(runner);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    await executor.executePendingMigrations();
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.afterMigration();
    await runner.release();
  }
}
