import { NodeSqlite } from '@consentry/typeorm-node-sqlite';
import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import { Note } from '../notes/note.entity';
import { CreateNotes1767225600000 } from './migrations/1767225600000-create-notes';

export function databaseOptions(dataDir: string): DataSourceOptions {
  return {
    type: 'better-sqlite3',
    driver: NodeSqlite,
    database: join(dataDir, 'notes.sqlite'),
    prepareDatabase: (database: NodeSqlite) => {
      database.pragma('journal_mode = WAL');
      // In WAL mode the default, NORMAL, may lose the last acknowledged writes in a power cut.
      database.pragma('synchronous = FULL');
    },
    entities: [Note],
    migrations: [CreateNotes1767225600000],
    migrationsRun: true,
  };
}
