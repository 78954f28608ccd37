import type { DataSource } from 'typeorm';
import { ENTITIES } from '../../src/entities';
import { PostgresDataSource, openPostgres } from '../../src/database/postgres/postgres-data-source';
import { SqliteDataSource } from '../../src/database/sqlite/sqlite-data-source';
import { freshFile, openFile } from './database';
import { migratedDatabase, migratedFile } from './migrated';
import { freshDatabase } from './postgres-databases';

export const SQLITE = {
  engine: 'sqlite',
  /** A database of its own, as the server opens it. */
  open: async () => openFile(await migratedFile(freshFile())),
  /** One that is connected, and nothing migrated. */
  connect: async (): Promise<DataSource> => new SqliteDataSource(freshFile(), ENTITIES).initialize(),
} as const;

export const POSTGRES = {
  engine: 'postgres',
  open: async () => openPostgres(await migratedDatabase(), 4, ENTITIES),
  connect: async (): Promise<DataSource> =>
    new PostgresDataSource(await freshDatabase(), 4, { entities: ENTITIES }).initialize(),
} as const;

/** For what must hold on either engine; one alone where TEST_DATABASE names it. */
export const ENGINES = [SQLITE, POSTGRES].filter(({ engine }) => engine === (process.env['TEST_DATABASE'] || engine));
