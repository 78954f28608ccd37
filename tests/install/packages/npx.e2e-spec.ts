import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDir } from '@consentry/test-support/server/server';
import { freePort } from '@consentry/test-support/server/ports';
import { freshDatabase } from '@consentry/test-support/postgres/databases';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { pack } from './packages';

/** Without what this run of npm and Jest has set for itself, and with the scripts of packages off. */
const environment = (settings: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  npm_config_ignore_scripts: 'true',
  npm_config_loglevel: 'error',
  ...settings,
});

/** npx's own, which no other run would use. */
function removeCopies(files: readonly string[]): void {
  // In no workspace, where npm has no settings.
  const asked = execFileSync('npm', ['config', 'get', 'cache'], { cwd: tmpdir(), encoding: 'utf8' });
  const cache = join(asked.trim(), '_npx');
  for (const name of readdirSync(cache)) {
    const manifest = join(cache, name, 'package.json');
    const text = existsSync(manifest) ? readFileSync(manifest, 'utf8') : '';
    if (files.some((file) => text.includes(file))) rmSync(join(cache, name), { recursive: true });
  }
}

/** The command of the page. */
const SHOWN = blocksOf('docs/packages.md').get('npx') ?? 'false';

const isRegistryThere = spawnSync('npm', ['view', 'express', 'version'], { timeout: 60_000 }).status === 0;
if (!isRegistryThere) process.stderr.write("npm's registry does not answer: npx was NOT RUN\n");

(isRegistryThere ? describe : describe.skip)('npx, with the packed server in an empty folder', () => {
  const folder = freshDir();
  const packages = ['libs/typeorm-node-sqlite', 'apps/auth-server'];
  const packed = freshDir();
  let files: string[];
  const running: ChildProcess[] = [];

  beforeAll(() => {
    files = packages.map((path) => pack(path, packed).file);
  }, 60_000);
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    removeCopies(files);
  });

  /** Runs npx to the end of its output, or until it says where to begin. */
  async function npx(settings: Record<string, string> = {}) {
    const child = spawn('sh', ['-c', SHOWN], {
      cwd: folder,
      env: environment({ npm_config_yes: 'true', PACKED: packed, ...settings }),
      detached: true,
    });
    running.push(child);
    let output = '';
    const begun = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += String(chunk);
          if (/to begin, open .*\n/.test(output)) resolve();
        });
    });
    await Promise.race([begun, once(child, 'close')]);
    return { child, output };
  }

  /** npx and the server, as Ctrl-C in a terminal does. */
  async function stop(child: ChildProcess): Promise<void> {
    process.kill(-child.pid!, 'SIGINT');
    await once(child, 'close');
  }

  it('starts on PostgreSQL', async () => {
    const url = `http://localhost:${await freePort()}`;
    const { child, output } = await npx({ AUTH_URL: url, DATABASE_URL: await freshDatabase() });
    expect(output).toContain('its data:        in PostgreSQL');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await stop(child);
  }, 600_000);

  it('starts on SQLite, and leads to a page where one signs up', async () => {
    const url = `http://localhost:${await freePort()}`;
    const { child, output } = await npx({ AUTH_URL: url });
    const address = /to begin, open +(\S+)\n$/.exec(output)?.[1] ?? '';
    expect(address.startsWith(`${url}/`)).toBe(true);
    expect(existsSync(join(folder, 'data/auth-server/auth.sqlite'))).toBe(true);
    const visitor = new PageVisitor({ url });
    const page = await visitor.open(address.slice(url.length));
    const ada = { name: 'Ada', email: 'ada@example.com', password: 'a long enough password' };
    const answer = await visitor.submit(page, '/sign-up', ada);
    expect(answer.html).toContain('/assets/main-');
    await stop(child);
  }, 1_800_000);

  it('says that the port is taken, and how to take another', async () => {
    const url = `http://localhost:${await freePort()}`;
    const { child } = await npx({ AUTH_URL: url });
    const second = await npx({ AUTH_URL: url });
    expect(second.child.exitCode).toBe(1);
    const said = /: the port is in use; set another one in AUTH_URL or PORT\n.*: see (\/.+\/cannot-listen\.md)\n$/;
    const [, page = 'none'] = said.exec(second.output) ?? [];
    expect(readFileSync(page, 'utf8')).toMatch(/^# /);
    await stop(child);
  }, 600_000);
});
