import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { HostTree } from '@angular-devkit/schematics';
import { SchematicTestRunner, UnitTestTree } from '@angular-devkit/schematics/testing';
import { ROOT } from '@consentry/test-support/run/root';
import { blockOf, settingsOf } from '@consentry/test-support/docs/production-page';
import { MAIN, TestServer, freshDir } from '@consentry/test-support/server/server';
import { startTlsProxy } from '../support/tls-proxy';

const COLLECTION = join(ROOT, 'libs/schematics/dist/collection.json');

/** What the generator of @consentry/schematics writes. */
function generated(name: string, database: 'postgres' | 'sqlite'): Promise<UnitTestTree> {
  const generators = new SchematicTestRunner('consentry', COLLECTION);
  return generators.runSchematic('auth-server', { name, database }, new UnitTestTree(new HostTree()));
}

/** @returns the folder with these files. */
async function generate(name: string, database: 'postgres' | 'sqlite'): Promise<string> {
  const folder = freshDir();
  const tree = await generated(name, database);
  for (const path of tree.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), tree.readText(path));
  }
  return join(folder, 'auth-server');
}

interface Outcome {
  code: number;
  printed: string;
}

async function smokeTest(folder: string, urls: readonly string[], certificate?: string): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], ...(certificate && { NODE_EXTRA_CA_CERTS: certificate }) };
  const run = promisify(execFile)(process.execPath, ['smoke-test.mjs', ...urls], { cwd: folder, env });
  return run.then(
    ({ stdout }) => ({ code: 0, printed: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      printed: stdout + stderr,
    }),
  );
}

describe('the folder of the generator auth-server', () => {
  it('has settings that the server starts with, and a proxy that its smoke test finds well', async () => {
    const folder = await generate('https://localhost', 'sqlite');
    const { server, proxy, issuer } = await deploy(folder);
    try {
      const well = await smokeTest(folder, [issuer, `${issuer}/api/session`], proxy.certificate);
      expect(well.printed).toMatch(/^(ok .*\n){6}All checks passed\.\n$/);
      expect(well.code).toBe(0);

      const untrusted = await smokeTest(folder, [issuer]);
      expect(untrusted.printed).toMatch(
        /cannot be reached: \w*SELF_SIGNED\w*\n +cure: let the proxy send its full chain/,
      );
      const unguarded = await smokeTest(folder, [issuer, `${issuer}/health/live`], proxy.certificate);
      expect(unguarded.printed).toMatch('it answers 200 to a call without a token');
      expect([untrusted.code, unguarded.code]).toEqual([1, 1]);

      await server.end('SIGTERM');
      const away = await smokeTest(folder, [issuer], proxy.certificate);
      expect(away.printed).toMatch(/answers 502\n +cure: the proxy cannot reach the server/);
      expect(away.code).toBe(1);
    } finally {
      await proxy.stop();
    }
  });

  it('has a smoke test that finds a wrong AUTH_URL, and says how it is called', async () => {
    const folder = await generate('https://auth.example.com', 'postgres');
    const server = await TestServer.start();
    const outcome = await smokeTest(folder, [`http://127.0.0.1:${server.port}`]);
    expect(outcome.printed).toMatch(/it names http:\S+, not http:\/\/127\.0\.0\.1:\d+\n +cure: set AUTH_URL/);
    expect(outcome.printed).toMatch('\n1 of 5 checks failed.\n');
    expect(outcome.code).toBe(1);
    expect(await smokeTest(folder, [])).toEqual({ code: 1, printed: expect.stringMatching(/^Usage: /) as string });
    await server.stop();
  });

  it.each(['postgres', 'sqlite'] as const)('has units that systemd takes: %s', async (database) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0)
      return console.warn('this machine has no systemd-analyze: the units were not verified');
    const folder = await generate('https://auth.example.com', database);
    const units = ['consentry.service', 'consentry-backup.service', 'consentry-backup.timer'];
    const paths = units.map((unit) => join(folder, 'systemd', unit));
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
    // This machine need not have the programs that the units start.
    const complaints = stderr.split('\n').filter((line) => /consentry/.test(line) && !/is not executable/.test(line));
    expect(complaints).toEqual([]);
    // An exposure of 2.0 of 10 at most.
    const shut = ['security', '--offline=true', '--threshold=20', '--no-pager', paths[0]!];
    expect(spawnSync('systemd-analyze', shut, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});

describe('the README of the generator auth-server', () => {
  /** Says what Docker says of an image that it has from a registry. */
  const DOCKER = `#!/bin/sh
[ "$1" = pull ] || echo "$(echo "$5" | sed 's#docker.io/library/##; s/:.*//')@sha256:$(printf %064d 7)"
`;

  it('pins the images of compose.yaml by their digests', async () => {
    const folder = await generate('https://auth.example.com', 'postgres');
    const [, commands] = /```sh\n( +for image in [^]*?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8'))!;
    const tags = [
      ...readFileSync(join(folder, 'compose.yaml'), 'utf8').matchAll(/\$\{(\w+):-docker.io\/library\/(.+)\}/g),
    ];
    expect(tags).toHaveLength(2);
    for (const [, name, tag] of tags) expect(commands).toContain(`${name}=${tag}`);
    const bin = freshDir();
    writeFileSync(join(bin, 'docker'), DOCKER, { mode: 0o755 });
    writeFileSync(join(folder, '.env'), 'MASTER_KEY=x\n');
    execFileSync('sh', ['-euc', commands!], { cwd: folder, env: { PATH: `${bin}:${process.env['PATH']}` } });
    const digest = `sha256:${'7'.padStart(64, '0')}`;
    expect(settingsOf(readFileSync(join(folder, '.env'), 'utf8'))).toEqual({
      MASTER_KEY: 'x',
      PROXY_IMAGE: `nginx@${digest}`,
      DATABASE_IMAGE: `postgres@${digest}`,
    });
  });
});

describe('the files of the generator auth-server say what the pages for operators say:', () => {
  const texts = {} as Record<'postgres' | 'sqlite', (path: string) => string>;
  beforeAll(async () => {
    for (const database of ['postgres', 'sqlite'] as const) {
      const tree = await generated('https://auth.example.com', database);
      texts[database] = (path) => tree.readText(`/auth-server/systemd/${path}`);
    }
  });

  it('the unit', () => {
    const shown = blockOf('unit', { ' apps/auth-server/': ' node_modules/@consentry/auth-server/' });
    expect(texts.postgres('consentry.service')).toBe(shown);
  });

  it('the site of nginx', () => {
    expect(texts.postgres('nginx-site.conf')).toBe(blockOf('nginx', {}));
  });

  it('the environment', () => {
    const lines = blockOf('environment', {}).trim().split('\n');
    const written = texts.postgres('consentry.env.example');
    for (const line of lines.filter((each) => !each.startsWith('BASE_URL='))) expect(written).toContain(`${line}\n`);
  });

  it('the nightly backup, in a clone by npm', () => {
    const shown = blockOf('backup-service', { 'npm run backup --': 'node_modules/.bin/consentry backup' });
    expect(texts.sqlite('consentry-backup.service')).toBe(shown);
    expect(texts.postgres('consentry-backup.timer')).toBe(blockOf('backup-timer', {}));
  });

  it('the dump', () => {
    const [, command, url] = /(pg_dump --format=custom) .*(--dbname=\S+)/.exec(blockOf('dump', {}))!;
    const service = texts.postgres('consentry-backup.service');
    expect(service).toContain(`exec ${command} --file=/var/backups/consentry/auth-$(date `);
    expect(service).toContain(` ${url}'`);
  });
});

/** Server and proxy by the files of the folder, but for paths and ports. */
async function deploy(folder: string) {
  const example = readFileSync(join(folder, 'systemd/consentry.env.example'), 'utf8');
  const settings = settingsOf(example.replace(/^#.*\n/gm, ''));
  expect(settings).toMatchObject({ AUTH_URL: 'https://localhost', RESOURCES_FILE: '/opt/consentry/resources.json' });
  mkdirSync(join(folder, 'log'));
  const first = await TestServer.start();
  const { port } = first;
  const text = readFileSync(join(folder, 'systemd/nginx-site.conf'), 'utf8')
    .replaceAll('/var/log/nginx', join(folder, 'log'))
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
  const proxy = await startTlsProxy({ text, host: 'localhost', folder });
  await first.stop();
  // Only the proxy knows its port, which AUTH_URL has to name.
  const issuer = `https://localhost:${proxy.port}`;
  const own = { AUTH_URL: issuer, PORT: String(port), RESOURCES_FILE: join(folder, 'resources.json') };
  const dataDir = freshDir();
  const server = await TestServer.spawn(MAIN, { port, dataDir, env: { ...settings, ...own, DATA_DIR: dataDir } });
  await server.ready();
  return { server, proxy, issuer };
}
