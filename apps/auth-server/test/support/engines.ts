import type { DataSource } from 'typeorm';
import { PostgresDataSource, openPostgres } from '../../src/database/postgres/postgres-data-source';
import { newSqliteDataSource, openSqlite } from '../../src/database/sqlite/sqlite-data-source';
import { freshFile } from './database';
import { migratedDatabase, migratedFile } from './migrated';
import { freshDatabase } from './postgres-databases';

/** Both engines, for what must hold on either. */
export const ENGINES = [
  {
    engine: 'sqlite',
    /** A database of its own, as the server opens it. */
    open: async () => openSqlite(await migratedFile(freshFile())),
    /** One that is connected, and nothing migrated. */
    connect: async (): Promise<DataSource> => newSqliteDataSource(freshFile()).initialize(),
  },
  {
    engine: 'postgres',
    open: async () => openPostgres(await migratedDatabase(), 4),
    connect: async (): Promise<DataSource> => new PostgresDataSource(await freshDatabase(), 4).initialize(),
  },
] as const;
