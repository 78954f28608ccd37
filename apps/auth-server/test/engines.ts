import { ENTITIES } from '../src/model/entities';
import { openPostgres } from '../src/platform/database/postgres/postgres-data-source';
import { freshFile, openFile } from './database';
import { migratedDatabase, migratedFile } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';

afterAll(dropFreshDatabases);

export const SQLITE = {
  engine: 'sqlite',
  make: () => migratedFile(freshFile()),
  /** A migrated database, opened as the server does. */
  open: async (file?: string) => openFile(file ?? (await SQLITE.make())),
} as const;

export const POSTGRES = {
  engine: 'postgres',
  make: migratedDatabase,
  open: async (url?: string) => openPostgres(url ?? (await POSTGRES.make()), 4, ENTITIES),
} as const;

/** For what must hold on either engine; TEST_DATABASE selects one. */
export const ENGINES = [SQLITE, POSTGRES].filter(({ engine }) => engine === (process.env['TEST_DATABASE'] || engine));
