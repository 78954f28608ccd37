import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failToStart } from '@consentry/test-support/server/failed-start';
import { freshDir } from '@consentry/test-support/server/server';

it('says that the database file cannot be opened, and leaves what is there', async () => {
  const folder = freshDir();
  expect(await failToStart({ DATABASE_URL: `sqlite:${folder}` })).toEqual([
    `the database ${folder} cannot be opened: unable to open database file`,
  ]);
  const text = 'no database '.repeat(1_000);
  const garbage = join(freshDir(), 'garbage.sqlite');
  writeFileSync(garbage, text);
  expect(await failToStart({ DATABASE_URL: `sqlite:${garbage}` })).toEqual([
    `the database ${garbage} cannot be opened: file is not a database`,
  ]);
  expect(readFileSync(garbage, 'utf8')).toBe(text);
  const below = join(garbage, 'auth.sqlite');
  const [line] = await failToStart({ DATABASE_URL: `sqlite:${below}` });
  expect(line).toMatch(`the database ${below} cannot be opened: `);
});
