import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESCRIBED } from '../../../apps/auth-server/src/platform/config/described/described-settings';
import type { Description } from '../../../apps/auth-server/src/platform/config/described/description';
import { readSettings as readNotesSettings } from '../../../apps/notes-api/src/config/settings';
import { ROOT } from '@consentry/test-support/run/root';
import { CONSENTRY } from '@consentry/test-support/server/command';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The names in the first column of the tables below a heading, or of all tables. */
function namesOf(page: string, heading = ''): string[] {
  const text = heading === '' ? page : page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name!);
}

it('docs/settings.md is what `apps/auth-server/settings-page.mjs` writes', () => {
  const script = join(ROOT, 'apps/auth-server/settings-page.mjs');
  const printed = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  expect(printed).toContain('### `MASTER_KEY`');
  expect(read('docs/settings.md')).toBe(printed);
});

it('docs/settings.md has the settings of the example service, and their defaults', () => {
  const names = new Set<string>();
  const settings = readNotesSettings(new Proxy({}, { get: (_, name: string) => void names.add(name) }));
  const both = Object.entries<Description>(DESCRIBED).filter(([, { both }]) => both);
  expect(both.map(([name]) => name).sort()).toEqual([...names].sort());
  expect(settings).toMatchObject({
    authUrl: DESCRIBED.AUTH_URL.default,
    baseUrl: DESCRIBED.BASE_URL.default,
    host: DESCRIBED.HOST.default,
    dataDir: join(process.cwd(), 'data/notes-api'),
  });
});

it('docs/guard.md has each metric with its kind, in the order of the code', () => {
  const source = read('libs/guard/src/nest/reports/guard-metrics.ts');
  const kinds: Record<string, string> = { Counter: 'counter', Histogram: 'histogram', ObservableGauge: 'gauge' };
  const made = [...source.matchAll(/meter\.create(\w+)\('([\w.]+)'/g)].map(
    ([, kind = '', name]) => `${name} ${kinds[kind]}`,
  );
  expect(made.length).toBeGreaterThan(3);
  const rows = read('docs/guard.md').matchAll(/^\| `(consentry\.guard[\w.]+)` +\| (\w+),/gm);
  expect([...rows].map(([, name, kind]) => `${name} ${kind}`)).toEqual(made);
});

it('docs/reference.md has each command, in the order of its help', () => {
  const help = execFileSync(process.execPath, [CONSENTRY, '--help'], { encoding: 'utf8' });
  const commands = [...help.matchAll(/^ {2}([a-z][\w-]+) /gm)].map(([, name]) => name);
  expect(commands).toContain('backup');
  expect(namesOf(read('docs/reference.md'), 'Commands')).toEqual(commands);
});

it('docs/reference.md has each event, in the order of the code', () => {
  const source = read('apps/auth-server/src/platform/events/event-kind.ts');
  const kinds = [...source.matchAll(/^ {2}'([\w.]+)',/gm)].map(([, kind]) => kind);
  expect(kinds).toContain('consent.given');
  expect(namesOf(read('docs/reference.md'), 'Events')).toEqual(kinds);
});

it('docs/reference-guard.md is what `npm run docs:reference` writes', () => {
  const printed = execFileSync(process.execPath, [join(ROOT, 'docs/reference-guard.mjs')], { encoding: 'utf8' });
  expect(printed).toContain('### `RequireScopes`');
  expect(printed).toContain('### `TestIssuer`');
  expect(read('docs/reference-guard.md')).toBe(printed);
});
