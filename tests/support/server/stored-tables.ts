import type { DataSource } from 'typeorm';

export const SELECT_TABLES = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
};

/** Without TypeORM's own table. */
export async function tablesOf(dataSource: DataSource): Promise<string[]> {
  const select = dataSource.options.type === 'postgres' ? SELECT_TABLES.postgres : SELECT_TABLES.sqlite;
  const tables = await dataSource.query<{ name: string }[]>(select);
  return tables.map(({ name }) => name).filter((name) => name !== 'migrations');
}
