import Database from 'better-sqlite3';
import { join } from 'node:path';
import { SMALL, isQuery, serveHere, useEverything } from '../../../test/every-statement';
import { freshDir } from '@consentry/test-support/server/server';
import { Jobs } from '../jobs/jobs';

/** Every statement that the process prepares from now on. */
function recordStatements(): Set<string> {
  const texts = new Set<string>();
  const { prepare } = Database.prototype as { prepare: (this: Database.Database, text: string) => Database.Statement };
  jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, text: string) {
    texts.add(text);
    return prepare.call(this, text);
  });
  return texts;
}

/** A statement's full scans. */
function scansOf(db: Database.Database, text: string): string[] {
  const parameters = (text.match(/\?/g) ?? []).map(() => null);
  const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...parameters);
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN ') && detail !== 'SCAN CONSTANT ROW')
    .map((detail) => detail.slice('SCAN '.length));
}

/** No query reads copies of logos as yet. */
const isRead = ({ name }: { name: string }) => name !== 'client_logos';

describe('the queries of the server', () => {
  it('use an index: none reads a table that grows from beginning to end', async () => {
    const dataDir = freshDir();
    const first = await serveHere({ DATA_DIR: dataDir });
    await first.app.close();
    const texts = recordStatements();
    const { app, url } = await serveHere({ DATA_DIR: dataDir });
    await useEverything(app, url);
    await app.get(Jobs).run();
    await app.close();
    jest.restoreAllMocks();

    const queries = [...texts].filter(isQuery);
    const db = new Database(join(dataDir, 'auth.sqlite'), { readonly: true });
    const tables = db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all();
    // The script must reach every table that is read.
    for (const { name } of tables.filter(isRead)) expect(queries.filter((text) => text.includes(name))).not.toEqual([]);
    expect(queries.length).toBeGreaterThan(50);

    const scans = queries.flatMap((text) => scansOf(db, text).map((table) => ({ table, text })));
    db.close();
    expect(scans.map(({ table }) => table)).toContain('signing_keys');
    // SQLite plans to search for violated foreign keys that a new parent row may repair; it runs only while one is
    // open.
    const planned = scans
      .filter(({ table, text }) => table !== 'consent_sessions' || !text.startsWith('INSERT'))
      // What a part of the same query gave.
      .filter(({ table }) => table !== 'r LEFT-JOIN')
      // Backwards by its key, and no further than the first row that is not young.
      .filter(({ table, text }) => table !== 'revocations' || !text.endsWith('ORDER BY version DESC LIMIT 1'));
    expect(planned.filter(({ table }) => !SMALL.test(table))).toEqual([]);
  }, 30_000);
});
