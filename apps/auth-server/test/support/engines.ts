import type { DataSource } from 'typeorm';
import { PostgresDataSource, openPostgres } from '../../src/database/postgres/postgres-data-source';
import { newSqliteDataSource, openSqlite } from '../../src/database/sqlite/sqlite-data-source';
import { freshFile } from './database';
import { freshDatabase } from './postgres-databases';

/** Both engines, each with an empty database of its own, for what must hold on either. */
export const ENGINES = [
  {
    engine: 'sqlite',
    open: async () => openSqlite(freshFile()),
    /** Connected, and nothing migrated. */
    connect: async (): Promise<DataSource> => newSqliteDataSource(freshFile()).initialize(),
  },
  {
    engine: 'postgres',
    open: async () => openPostgres(await freshDatabase(), 4),
    connect: async (): Promise<DataSource> => new PostgresDataSource(await freshDatabase(), 4).initialize(),
  },
] as const;
