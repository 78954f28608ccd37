import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startAuthServer } from './auth-server.ts';
import { start } from './commands.ts';
import { describeFresh } from './describe-fresh.ts';
import { commandOf, GENERATORS, type Row, toFastify } from './matrix.ts';
import { nodeOf } from './nodes.ts';
import { Terminal } from './terminal.ts';
import { missingLines, transcriptOf } from './transcripts.ts';

const SERVICE = 'http://localhost:3001';

const root = mkdtempSync(join(tmpdir(), 'matrix-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Each file that people write, with its text. */
function textsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (/^(node_modules|dist|\.git|\.nx|package-lock\.json)$/.test(entry.name)) return [];
      return entry.isDirectory() ? Object.entries(textsOf(path)) : [[path, readFileSync(path, 'utf8')]];
    }),
  );
}

/** The Nest CLI 11 ends with 0 where a generator failed. */
async function generate(terminal: Terminal, row: Row): Promise<void> {
  for (const generator of GENERATORS)
    expect(await terminal.type(commandOf(row, generator))).not.toContain('Failed to execute command');
}

const newKey = () =>
  JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }));

/** The tests of rows of the matrix. */
export function describeRows(rows: readonly Row[]): void {
  describeFresh.each(rows)('generators in $name', testsOf);
}

function testsOf(row: Row): void {
  const steps = transcriptOf(row.transcript);
  let terminal: Terminal;

  it('guard an application with a green test by three commands, as documented', async () => {
    const folder = mkdtempSync(join(root, 'app-'));
    terminal = new Terminal(folder, await nodeOf(row.node, root));
    expect(steps).toHaveLength(3);
    for (const [index, step] of steps.entries()) {
      if (index === 1 && row.platform === 'fastify')
        await toFastify(row, { folder: join(terminal.folder, 'cats'), node: terminal.node });
      expect(missingLines(step, await terminal.type(step.command))).toEqual([]);
    }
    console.log(`${row.name}: ${Math.round(terminal.cpu)} s of CPU for the three commands`);
  });

  it('write what builds, is linted and tested beside what was there', async () => {
    await generate(terminal, row);
    for (const command of [row.build, row.lint, ...row.tests]) await terminal.type(command);
  });

  it('change nothing the second time', async () => {
    const before = textsOf(terminal.folder);
    await generate(terminal, row);
    expect(textsOf(terminal.folder)).toEqual(before);
  });

  it("guard a started application with a real auth server's tokens, and publish the key of its bridge", async () => {
    const auth = await startAuthServer(SERVICE);
    const settings = { AUTH_URL: auth.url, SERVICE_URL: SERVICE, SIGN_IN_KEY: newKey() };
    const app = await start(terminal, settings, row.main).catch(async (error: unknown) => {
      await auth.stop();
      throw error;
    });
    const call = async (scope?: string) => {
      const headers = scope === undefined ? {} : { authorization: `Bearer ${await auth.tokenFor(scope)}` };
      return (await fetch(`${app.url}${row.prefix ?? ''}/notes`, { headers })).status;
    };
    try {
      expect([await call(), await call('notes:write'), await call('notes:read')]).toEqual([401, 403, 200]);
      expect((await fetch(`${app.url}${row.prefix ?? ''}/consentry/jwks.json`)).status).toBe(200);
    } finally {
      await app.stop();
      await auth.stop();
    }
  });
}
