import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FOLDER = join(__dirname, '../../../assets');
const KIB = 1024;

/** Bytes by gzip; a picture is not compressed again. */
const BUDGETS: Readonly<Record<string, number>> = { '.css': 10 * KIB, '.js': 10 * KIB, '.svg': KIB };

describe('the files of the pages keep their budgets', () => {
  it.each(readdirSync(FOLDER))('%s', (name) => {
    const size = gzipSync(readFileSync(join(FOLDER, name)), { level: 9 }).length;
    expect(size).toBeLessThanOrEqual(BUDGETS[extname(name)] ?? 0);
  });
});
