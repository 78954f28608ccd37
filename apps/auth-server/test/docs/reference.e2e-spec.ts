/** @once */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../src/config/read-settings';
import { ROOT } from '../support/production-page';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The names in the first column of the tables below a heading, or of all tables. */
function namesOf(page: string, heading = ''): string[] {
  const text = heading === '' ? page : page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name!);
}

/** The names of the variables that the settings are read from, where `given` has the others' values. */
function settingsWith(given: Record<string, string>): Set<string> {
  const read = new Set<string>();
  const environment = new Proxy(given, {
    get: (target, name: string) => {
      read.add(name);
      return target[name];
    },
  });
  readSettings(environment);
  return read;
}

it('docs/settings.md has each setting, and no other', () => {
  const onSqlite = settingsWith({});
  const onPostgres = settingsWith({ DATABASE_URL: 'postgres://u:p@localhost/d' });
  const known = [...new Set([...onSqlite, ...onPostgres])];
  expect(known.length).toBeGreaterThan(40);
  expect(namesOf(read('docs/settings.md')).sort()).toEqual(known.sort());
});

it('docs/reference.md has each command, in the order of its help', () => {
  const source = read('apps/auth-server/src/commands/consentry.ts');
  const commands = [...source.matchAll(/name: '([\w-]+)',\n +summary:/g)].map(([, name]) => name);
  expect(commands).toContain('backup');
  expect(namesOf(read('docs/reference.md'), 'Commands')).toEqual(commands);
});

it('docs/reference.md has each event, in the order of the code', () => {
  const source = read('apps/auth-server/src/events/event-kind.ts');
  const kinds = [...source.matchAll(/\| '([\w.]+)'/g)].map(([, kind]) => kind);
  expect(kinds).toContain('consent.given');
  expect(namesOf(read('docs/reference.md'), 'Events')).toEqual(kinds);
});
