import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '@consentry/test-support/server/engine';
import { givenServer } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import { call } from '@consentry/test-support/world/world';

const TESTS = join(__dirname, '../..');
const PAGES = join(__dirname, '../../../docs/security');

/** The cells of the only table under a heading of a page. */
function rowsOf(page: string, heading: string): string[][] {
  const text = readFileSync(join(PAGES, `${page}.md`), 'utf8');
  const section = text.split(new RegExp(`^##? ${heading}\\n`, 'm'))[1]!.split('\n## ')[0]!;
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

const storedData = () => rowsOf('stored-data', 'What the database keeps');
const openCalls = () => rowsOf('open-calls', 'What anybody can call');

describe('the pages on security', () => {
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

  it('have a row for each table, which names each column of text, and no other', async () => {
    const described = storedData().map(([table = '', secrets = '', sent = '', ids = '']) => [
      quoted(table).join(),
      // Settings and limits are in the last cell.
      [...new Set(quoted([secrets, sent, ids].join(' ')).filter((name) => /^[a-z_]+$/.test(name)))].sort(),
    ]);
    const expected = [...(await textColumns())].map(([table, columns]) => [table, columns.sort()]);
    expect(expected.length).toBeGreaterThan(20);
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected));
    expect(described).toHaveLength(expected.length);
  });

  it('say of each table who removes its rows', () => {
    for (const [table, ...cells] of storedData())
      expect([table, ...cells.map(Boolean)]).toEqual([table, true, true, true, true]);
  });

  it('have a row for each call that anybody can make, and no other', async () => {
    const { body } = await call<{ paths: Record<string, Record<string, Operation>> }>('GET', `${server.url}/docs-json`);
    const open = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => !needsSession(path, operation))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    const described = openCalls().flatMap(([first = '']) => quoted(first));
    expect(open.length).toBeGreaterThan(20);
    expect(described.filter((name) => name.includes(' ')).sort()).toEqual(open.sort());
    // Not in the OpenAPI document.
    expect(described).toEqual(expect.arrayContaining(['/docs', '/docs-json', '/docs-yaml']));
  });

  it('say of each call what it costs, and what bounds it', () => {
    const rows = openCalls();
    for (const [name, ...cells] of rows) expect([name, ...cells.map(Boolean)]).toEqual([name, true, true, true, true]);
    expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining(['a connection']));
  });

  it('name a test that is there for each attacker and each attack on the pages', () => {
    const attackers = rowsOf('threat-model', 'Attackers').map((cells) => quoted(cells.at(-1)!));
    const attacks = rowsOf('threat-model', 'Attacks on the pages').map((cells) => quoted(cells.at(-1)!));
    expect([...attackers, ...attacks].filter((tests) => tests.length === 0)).toEqual([]);
    const named = [...attackers, ...attacks].flat();
    expect(named.filter((file) => !existsSync(join(TESTS, file)))).toEqual([]);
    const tried = ['any', 'both'].flatMap((engine) => {
      const folder = `browser/${engine}/attacks`;
      return readdirSync(join(TESTS, folder)).map((file) => `${folder}/${file}`);
    });
    expect(tried.length).toBeGreaterThan(5);
    expect(tried.filter((file) => !attacks.flat().includes(file))).toEqual([]);
  });
});
