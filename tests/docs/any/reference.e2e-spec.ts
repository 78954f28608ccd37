import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../../apps/auth-server/src/platform/config/read-settings';
import type { SettingsError } from '../../../apps/auth-server/src/platform/config/settings-error';
import { ROOT } from '@consentry/test-support/run/root';
import { CONSENTRY } from '@consentry/test-support/server/command';
import { settingNames } from '../support/setting-names';

const ON_POSTGRES = { DATABASE_URL: 'postgres://u:p@localhost/d' };

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The names in the first column of the tables below a heading, or of all tables. */
function namesOf(page: string, heading = ''): string[] {
  const text = heading === '' ? page : page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name!);
}

it('docs/settings.md has each setting, and no other', () => {
  const known = [...settingNames()];
  expect(known.length).toBeGreaterThan(40);
  expect(namesOf(read('docs/settings.md')).sort()).toEqual(known.sort());
});

interface Row {
  name: string;
  fallback: string;
  values: string;
}

/** The rows of the tables of settings, without the commas in numbers. */
function settingRows(): Row[] {
  const rows = read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` +\|([^|]*)\|([^|]*)\|/gm);
  const plain = (cell: string) => cell.trim().replace(/(?<=\d),(?=\d)/g, '');
  return [...rows].map(([, name = '', fallback = '', values = '']) => ({
    name,
    fallback: plain(fallback),
    values: plain(values),
  }));
}

/** What the server says against a setting, without its name; undefined where it takes it. */
function problemWith(name: string, value: string): string | undefined {
  try {
    readSettings({ ...(name === 'DATABASE_POOL_SIZE' && ON_POSTGRES), [name]: value });
    return undefined;
  } catch (error) {
    const own = (error as SettingsError).problems.find((problem) => problem.startsWith(`${name} `));
    return own?.slice(name.length + 1);
  }
}

const literalsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);

describe('docs/settings.md', () => {
  const rows = settingRows();
  const SERVER = 'http://localhost:3000';

  it('says which values of a setting are taken', () => {
    const compared = rows.flatMap(({ name, values }) => {
      const problem = problemWith(name, '/nonsense');
      const [, most, word] = /it must be a whole number from 1 to (\d+)(?: or (\w+))?$/.exec(problem ?? '') ?? [];
      const [, choice] = /it must be one of (.+)$/.exec(problem ?? '') ?? [];
      if (choice !== undefined) return [[name, literalsIn(values), choice.split(', ')]];
      if (most === undefined) return [];
      const [, shown] = / to (\d+)( |,|$)/.exec(values) ?? [];
      return [[name, [shown, ...(word ? literalsIn(values) : [])], [most, ...(word ? [word] : [])]]];
    });
    expect(compared.length).toBeGreaterThan(25);
    for (const [name, shown, known] of compared) expect([name, shown]).toEqual([name, known]);
  });

  it('says from where on a number is taken', () => {
    const least = rows.flatMap(({ name, values }) => {
      const [, from] = /^(\d+) to \d/.exec(values) ?? [];
      return from === undefined ? [] : [[name, Number(from)] as const];
    });
    expect(least.length).toBeGreaterThan(10);
    for (const [name, from] of least) {
      const zeroIsTaken = ['CLAIMS_STALE', 'REFRESH_RETRY_WINDOW'].includes(name);
      expect([name, problemWith(name, String(from))]).toEqual([name, undefined]);
      if (!zeroIsTaken) expect([name, typeof problemWith(name, String(from - 1))]).toEqual([name, 'string']);
    }
  });

  it('says what a setting is where it is not set', () => {
    let compared = 0;
    for (const { name, fallback } of rows) {
      const [, here, elsewhere] = /^`(\w+)` on loopback, else `(\w+)`$/.exec(fallback) ?? [];
      const given = here ?? /^`([\w:/.]+)`$/.exec(fallback)?.[1] ?? /^(\d+)( \(.*\))?$/.exec(fallback)?.[1];
      // The data folder is each service's own.
      if (given === undefined || given.startsWith('DATA_DIR')) continue;
      const value = given.replace('AUTH_URL', SERVER).replace(/^ACCESS_TOKEN_TTL$/, '1209600');
      const base = name === 'DATABASE_POOL_SIZE' ? ON_POSTGRES : {};
      expect([name, readSettings({ ...base, [name]: value })]).toEqual([name, readSettings(base)]);
      const away = { AUTH_URL: 'https://auth.example.com' };
      if (elsewhere !== undefined) expect(readSettings({ ...away, [name]: elsewhere })).toEqual(readSettings(away));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(25);
    expect(readSettings({}).connections.perAddress).toBe(100);
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
  const kinds = [...source.matchAll(/\| '([\w.]+)'/g)].map(([, kind]) => kind);
  expect(kinds).toContain('consent.given');
  expect(namesOf(read('docs/reference.md'), 'Events')).toEqual(kinds);
});

it('docs/reference-guard.md is what `npm run docs:reference` writes', () => {
  const printed = execFileSync(process.execPath, [join(ROOT, 'docs/reference-guard.mjs')], { encoding: 'utf8' });
  expect(printed).toContain('### `RequireScopes`');
  expect(printed).toContain('### `TestIssuer`');
  expect(read('docs/reference-guard.md')).toBe(printed);
});
