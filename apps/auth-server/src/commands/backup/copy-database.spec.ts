import Database from 'better-sqlite3';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { freshDir } from '@consentry/test-support/server/server';
import { copyDatabase } from './copy-database';

const ROWS = 2_000;
/** Bounds the writes: a copy that keeps restarting must fail the test. */
const MOST_WRITTEN = 3_000;

describe('copying a database', () => {
  it('ends although a row is written after each of its steps, and holds none of those', async () => {
    const file = join(freshDir(), 'busy.sqlite');
    const db = new Database(file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = OFF');
    db.exec('CREATE TABLE rows (content TEXT)');
    const insert = db.prepare('INSERT INTO rows VALUES (?)');
    db.transaction(() => Array.from({ length: ROWS }, () => insert.run('x'.repeat(2_000))))();

    let copied = false;
    let written = 0;
    const writing = (async () => {
      for (; !copied && written < MOST_WRITTEN; written += 1) {
        insert.run('meanwhile');
        await turn();
      }
    })();
    const target = join(freshDir(), 'copy.sqlite');
    await copyDatabase(file, target).finally(() => (copied = true));
    await writing;
    db.close();

    expect(written).toBeGreaterThan(5);
    const copy = new Database(target, { readonly: true });
    expect(copy.prepare("SELECT COUNT(*) FROM rows WHERE content <> 'meanwhile'").pluck().get()).toBe(ROWS);
    expect(copy.prepare("SELECT COUNT(*) FROM rows WHERE content = 'meanwhile'").pluck().get()).toBeLessThan(3);
    copy.close();
  });
});
