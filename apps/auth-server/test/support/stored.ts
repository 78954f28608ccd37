import Database from 'better-sqlite3';
import { join } from 'node:path';

/** Reads rows out of a running server's SQLite file. */
export function storedRows<Row>({ dataDir }: { dataDir: string }, query: string, ...values: unknown[]): Row[] {
  const database = new Database(join(dataDir, 'auth.sqlite'), { readonly: true });
  try {
    return database.prepare<unknown[], Row>(query).all(...values);
  } finally {
    database.close();
  }
}
