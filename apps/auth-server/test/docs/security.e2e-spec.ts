/** @once */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../support/engine';
import { givenServer } from '../support/given';
import { storedRows } from '../support/stored';
import { call } from '../support/world';

const PAGE = readFileSync(join(__dirname, '../../../../docs/security.md'), 'utf8');

/** The cells of the table under a heading. */
function rowsUnder(heading: string): string[][] {
  const section = PAGE.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((line) => line.split('|').map((cell) => cell.trim())).map((cells) => cells.slice(1, -1));
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

interface Operation {
  security?: Record<string, string[]>[];
}

/** Calls under /api with a session are refused after one look-up. */
const needsSession = (path: string, { security = [] }: Operation) =>
  path.startsWith('/api/') && security.some((schemes) => 'session' in schemes || 'cookie' in schemes);

describe('docs/security.md', () => {
  const server = givenServer();

  /** The text columns of each table, from the migrations. */
  async function textColumns(): Promise<Map<string, string[]>> {
    expect(engine).toBe('sqlite');
    const columns = await storedRows<{ table: string; name: string | null }>(
      server,
      `SELECT t.name AS "table", c.name FROM sqlite_master t LEFT JOIN pragma_table_info(t.name) c
         ON lower(c.type) = 'text' OR lower(c.type) LIKE 'varchar%'
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'migrations'`,
    );
    const tables = new Map<string, string[]>();
    for (const { table, name } of columns)
      tables.set(table, [...(tables.get(table) ?? []), ...(name === null ? [] : [name])]);
    return tables;
  }

  it('has a row for each table, which names each column of text, and no other', async () => {
    const described = rowsUnder('What the database keeps').map(([table = '', secrets = '', sent = '', ids = '']) => [
      quoted(table).join(),
      // Settings and limits are in the last cell.
      [...new Set(quoted([secrets, sent, ids].join(' ')).filter((name) => /^[a-z_]+$/.test(name)))].sort(),
    ]);
    const expected = [...(await textColumns())].map(([table, columns]) => [table, columns.sort()]);
    expect(expected.length).toBeGreaterThan(20);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected));
    expect(described).toHaveLength(expected.length);
  });

  it('says of each table who removes its rows', () => {
    for (const [table, ...cells] of rowsUnder('What the database keeps'))
      expect([table, ...cells.map(Boolean)]).toEqual([table, true, true, true, true]);
  });

  it('has a row for each call that anybody can make, and no other', async () => {
    const { body } = await call<{ paths: Record<string, Record<string, Operation>> }>('GET', `${server.url}/docs-json`);
    const open = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => !needsSession(path, operation))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    const described = rowsUnder('What anybody can call').flatMap(([first = '']) => quoted(first));
    expect(open.length).toBeGreaterThan(20);
    expect(described.filter((name) => name.includes(' ')).sort()).toEqual(open.sort());
    // Not in the OpenAPI document.
    expect(described).toEqual(expect.arrayContaining(['/docs', '/docs-json', '/docs-yaml']));
  });

  it('says of each call what it costs, and what bounds it', () => {
    const rows = rowsUnder('What anybody can call');
    for (const [name, ...cells] of rows) expect([name, ...cells.map(Boolean)]).toEqual([name, true, true, true, true]);
    expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining(['a connection']));
  });

  it('names the test of each attack on the pages, and each test', () => {
    const named = rowsUnder('Attacks on the pages').flatMap(([, , tests = '']) => quoted(tests));
    const test = join(__dirname, '..');
    expect(named.filter((file) => !existsSync(join(test, file)))).toEqual([]);
    const attacks = readdirSync(join(test, 'attacks')).map((file) => `attacks/${file}`);
    expect(attacks.filter((file) => !named.includes(file))).toEqual([]);
  });
});
