import { type SqliteDatabase, openFile } from '@consentry/typeorm-node-sqlite';
import { join } from 'node:path';
import { SMALL, isQuery, serveHere, useEverything } from '../../../test/every-statement';
import { freshDir } from '@consentry/test-support/server/server';
import { Jobs } from '../jobs/jobs';
import type { Step } from './sql';
import { UnitRunner } from './sqlite/unit-runner';

/** Every statement that a unit of this process runs from now on. */
function recordStatements(): Set<string> {
  const texts = new Set<string>();
  const runner = UnitRunner.prototype as unknown as { perform: (this: UnitRunner, step: Step) => unknown };
  const { perform } = runner;
  jest.spyOn(runner, 'perform').mockImplementation(function (this: UnitRunner, step: Step) {
    if ('text' in step) texts.add(step.text);
    return perform.call(this, step);
  });
  return texts;
}

/** A statement's full scans. */
function scansOf(db: SqliteDatabase, text: string): string[] {
  const parameters = (text.match(/\?/g) ?? []).map(() => null);
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...parameters) as { detail: string }[];
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN ') && detail !== 'SCAN CONSTANT ROW')
    .map((detail) => detail.slice('SCAN '.length));
}

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
    const db = openFile(join(dataDir, 'auth.sqlite'), { readonly: true });
    const tables = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all() as { name: string }[];
    // The script must reach every table that is read.
    for (const { name } of tables) expect(queries.filter((text) => text.includes(name))).not.toEqual([]);
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
