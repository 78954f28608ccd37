import { openFile } from '@consentry/typeorm-node-sqlite';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { freshDir } from '@consentry/test-support/server/server';
import { firstValue } from '../../platform/database/sqlite/first-value';
import { copyDatabase } from './copy-database';

const ROWS = 8_000;
/** Bounds the writes: a copy that keeps restarting must fail the test. */
const MOST_WRITTEN = 3_000;

describe('copying a database', () => {
  it('ends although a row is written after each of its steps, and holds none of those', async () => {
    const file = join(freshDir(), 'busy.sqlite');
    const db = openFile(file);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE rows (content TEXT)');
    const insert = db.prepare('INSERT INTO rows VALUES (?)');
    db.exec('BEGIN');
    for (let row = 0; row < ROWS; row += 1) insert.run('x'.repeat(2_000));
    db.exec('COMMIT');

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

    expect(written).toBeGreaterThan(2);
    const copy = openFile(target, { readonly: true });
    expect(firstValue(copy, "SELECT COUNT(*) FROM rows WHERE content <> 'meanwhile'")).toBe(ROWS);
    expect(firstValue(copy, "SELECT COUNT(*) FROM rows WHERE content = 'meanwhile'")).toBeLessThan(3);
    copy.close();
  });
});
