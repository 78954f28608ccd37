import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freshDir } from '@consentry/test-support/server/server';
import { freePort } from '@consentry/test-support/server/ports';
import { freshDatabase } from '@consentry/test-support/postgres/databases';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { manifestOf, pack } from './packages';

const NOT_BUILT = /^consentry auth-server: the SQLite driver is not built, [^:]+: (npm run install --prefix (\S+))$/;

/** Without what this run of npm and Jest has set for itself, and with the scripts of packages off. */
const environment = (settings: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  npm_config_ignore_scripts: 'true',
  npm_config_loglevel: 'error',
  ...settings,
});

it('docs/packages.md has the commands and the line that are shown here', () => {
  const blocks = blocksOf('docs/packages.md');
  expect(blocks.get('npx')).toBe(`npx ${manifestOf('apps/auth-server').name}\n`);
  expect(blocks.get('not-built')?.trim()).toMatch(NOT_BUILT);
});

const isRegistryThere = spawnSync('npm', ['view', 'express', 'version'], { timeout: 60_000 }).status === 0;
if (!isRegistryThere) process.stderr.write("npm's registry does not answer: npx was NOT RUN\n");

(isRegistryThere ? describe : describe.skip)('npx, with the packed server in an empty folder', () => {
  const folder = freshDir();
  let tarball: string;
  let driver = '';
  const running: ChildProcess[] = [];

  beforeAll(() => {
    tarball = pack('apps/auth-server', freshDir()).file;
  }, 60_000);
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    // npx's own copy, which no other run would use.
    if (driver.includes('/_npx/')) rmSync(dirname(dirname(driver)), { recursive: true, force: true });
  });

  /** Runs npx to the end of its output, or until it says where to begin. */
  async function npx(settings: Record<string, string> = {}) {
    const child = spawn('npx', ['--yes', `file:${tarball}`], {
      cwd: folder,
      env: environment(settings),
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

  it('says in its first line that the driver is not built and what builds it, where npm ran no scripts', async () => {
    const { child, output } = await npx();
    expect(child.exitCode).toBe(1);
    const [first = '', second, third] = output.split('\n');
    expect(first).toMatch(NOT_BUILT);
    expect(second).toContain('"allowScripts": { "better-sqlite3": true }');
    expect(third).toContain('DATABASE_URL=postgres://');
    driver = NOT_BUILT.exec(first)![2]!;
    expect(existsSync(join(driver, 'package.json'))).toBe(true);
  }, 1_800_000);

  it('starts on PostgreSQL without the driver', async () => {
    const url = `http://localhost:${await freePort()}`;
    const { child, output } = await npx({ AUTH_URL: url, DATABASE_URL: await freshDatabase() });
    expect(output).toContain('its data:        in PostgreSQL');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    await stop(child);
  }, 600_000);

  it('starts on SQLite once the printed command was run, and leads to a page where one signs up', async () => {
    const [command = '', ...parameters] = `npm run install --prefix ${driver}`.split(' ');
    execFileSync(command, parameters, { cwd: folder, env: environment({}), stdio: 'ignore' });
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
    expect(second.output).toMatch(
      /: the port is in use; AUTH_URL or PORT sets another\n.*: see docs\/errors\/operators\/cannot-listen\.md\n$/,
    );
    await stop(child);
  }, 600_000);
});
