import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';
import { givenServer } from '@consentry/test-support/server/given';
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

const openCalls = () => rowsOf('open-calls', 'What anybody can call');

describe('the pages on security', () => {
  const server = givenServer();

  it('say of stored data what the entities say', () => {
    const script = join(ROOT, 'apps/auth-server/stored-data-page.mjs');
    const printed = execFileSync(process.execPath, [script], { encoding: 'utf8', cwd: ROOT });
    expect(printed).toContain('| `accounts` ');
    expect(readFileSync(join(PAGES, 'stored-data.md'), 'utf8')).toBe(printed);
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
    expect(described).toEqual(expect.arrayContaining(['/docs', '/docs-json']));
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
