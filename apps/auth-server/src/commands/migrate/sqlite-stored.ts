import { closeFile, openFile } from '@consentry/typeorm-node-sqlite';
import { assertOwn, pendingAfter } from '../../platform/database/migrate';
import { merged } from '../../platform/database/migrations/migration';
import { firstValue } from '../../platform/database/sqlite/first-value';
import type { SizedHold, Stored } from './plan';

/** Reads a database file, which a server may have open. */
export function storedInFile(file: string): Stored {
  const db = openFile(file, { readonly: true });
  try {
    const isThere = (table: string) =>
      firstValue(db, `SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '${table}'`) !== 0;
    const rows = isThere('migrations') ? (db.prepare('SELECT name FROM migrations').all() as { name: string }[]) : [];
    const migrations = rows.map(({ name }) => name);
    assertOwn(migrations);
    const all = merged(pendingAfter(migrations).flatMap((migration) => new migration().holds));
    const held = all
      .filter(({ table }) => isThere(table))
      .map((each): SizedHold => {
        return { ...each, size: `${String(firstValue(db, `SELECT COUNT(*) FROM ${each.table}`))} rows` };
      });
    return { migrations, held };
  } finally {
    closeFile(db);
  }
}
