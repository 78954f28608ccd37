import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { environmentOf, freePort, run } from './commands.ts';

const LIBS = join(__dirname, '../../../libs');
const PUBLISHED = ['guard', 'client', 'schematics'];

const node = dirname(process.execPath);

let folder: string | undefined;
let verdaccio: ChildProcess | undefined;

/** Starts a registry with the packages of this repository; what else is installed comes through it from npm's. */
export default async function startRegistry(): Promise<void> {
  const isNpmThere = spawnSync('npm', ['view', '@nestjs/core', 'version'], { timeout: 60_000 }).status === 0;
  if (!isNpmThere) return console.warn("npm's registry does not answer: the fresh applications are not made");
  folder = mkdtempSync(join(tmpdir(), 'registry-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  await install(folder);
  verdaccio = await serve(folder, url);
  for (const name of PUBLISHED) await publish(join(LIBS, name), folder, url);
  process.env.FRESH_APPS_REGISTRY = url;
}

export async function stopRegistry(): Promise<void> {
  verdaccio?.kill('SIGTERM');
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

async function install(root: string): Promise<void> {
  // Its own dependency `node-fetch@cjs` is a tag, which not every registry knows.
  const manifest = { private: true, overrides: { 'node-fetch': '2.7.0' } };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  await run({ folder: root, node }, 'npm', 'install', '--no-audit', '--no-fund', 'verdaccio@6.8.0');
}

const configOf = (uplink: string) => ({
  storage: './storage',
  uplinks: { npm: { url: uplink, timeout: '120s', max_fails: 100 } },
  packages: {
    '@consentry/*': { access: '$all', publish: '$all' },
    '**': { access: '$all', proxy: 'npm' },
  },
  log: { type: 'stdout', format: 'pretty', level: 'error' },
  max_body_size: '200mb',
});

async function serve(root: string, url: string): Promise<ChildProcess> {
  const setting = async (name: string) => (await run({ folder: root, node }, 'npm', 'config', 'get', name)).trim();
  // JSON is YAML.
  writeFileSync(join(root, 'config.yaml'), JSON.stringify(configOf(await setting('registry'))));
  const cafile = await setting('cafile');
  const child = spawn(
    process.execPath,
    ['node_modules/verdaccio/bin/verdaccio', '-c', 'config.yaml', '-l', new URL(url).host],
    {
      cwd: root,
      stdio: 'ignore',
      env: { ...environmentOf(node), ...(cafile === 'null' ? {} : { NODE_EXTRA_CA_CERTS: cafile }) },
    },
  );
  for (let tries = 0; !(await isUp(url)); tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error('verdaccio does not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return child;
}

const isUp = (url: string) =>
  fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  );

async function publish(own: string, to: string, url: string): Promise<void> {
  const packed = await run({ folder: own, node }, 'npm', 'pack', '--json', '--pack-destination', to);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const token = `--//${new URL(url).host}/:_authToken=anyone`;
  await run({ folder: to, node }, 'npm', 'publish', '--registry', url, token, join(to, filename));
}
