import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FAPI2_MODULES } from '../../conformance/support/fapi2-modules';

const ROOT = join(__dirname, '../../..');
const TABLES = join(ROOT, 'docs/conformance');
const SPECS = join(ROOT, 'tests/conformance');
const SUFFIX = '.e2e-spec.ts';

/** Wide standards, whose tests stand with their subjects. */
const ELSEWHERE = ['mcp-authorization', 'oauth-2.1', 'rfc6749', 'rfc6750', 'rfc9068'];

/** Clients that cover several standards; each table names its tests. */
const CLIENTS = ['oidc-openid-client'];

const index = readFileSync(join(TABLES, 'README.md'), 'utf8');
const tables = readdirSync(TABLES)
  .filter((file) => file !== 'README.md')
  .map((file) => file.replace('.md', ''));

/** Names of all test files. */
const specs = ['apps/auth-server/src', 'libs/guard', 'tests']
  .map((folder) => join(ROOT, folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  .flatMap((file) => file.split('/').slice(-1))
  .filter((file) => file.endsWith('spec.ts'));

describe('the tables of the standards', () => {
  it('are one for each file of tests', () => {
    const files = readdirSync(SPECS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(SUFFIX));
    const tested = files.map((file) => basename(file, SUFFIX));
    const expected = [...tested.filter((name) => !CLIENTS.includes(name)), ...ELSEWHERE];
    expect(tables.sort()).toEqual(expected.sort());
  });

  it('stand in the index, each once', () => {
    const named = [...index.matchAll(/\]\(([\w.-]+)\.md\)/g)].map(([, name]) => name!);
    expect(named.sort()).toEqual(tables.sort());
  });

  it.each(tables)('%s names files of tests that are there', (table) => {
    const text = readFileSync(join(TABLES, `${table}.md`), 'utf8');
    const named = [...text.matchAll(/[\w-]+\.(?:e2e-)?spec\.ts/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !specs.includes(name))).toEqual([]);
  });

  it('name each module of the plan of FAPI 2.0 that is tested, and no other', () => {
    const table = readFileSync(join(TABLES, 'fapi2.md'), 'utf8');
    const rows = [...table.matchAll(/^\| `([\w-]+)` +\| (.*)$/gm)];
    const named = rows.filter(([, , text]) => !text!.startsWith('not applicable')).map(([, name]) => name!);
    expect(named.sort()).toEqual(FAPI2_MODULES.toSorted());
    expect(rows).toHaveLength(62);
  });
});
