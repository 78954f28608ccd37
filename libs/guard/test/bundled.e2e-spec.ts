import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { TestIssuer } from '../src/testing/index.ts';
import { ws } from './support/socket-clients.ts';

/** What of the bundlers is called here: the workspace has them for the CLI of Nest and for the docs. */
interface Esbuild {
  build(options: object): Promise<object>;
}
interface Stats {
  toJson(what: object): { readonly errors: readonly { readonly message: string }[] };
}
type Webpack = (options: object, done: (error: Error | null, stats?: Stats) => void) => void;

const bundlerOf = (user: string, name: string) =>
  createRequire(createRequire(__filename).resolve(`${user}/package.json`))(name) as unknown;

/** What the service has not installed, and Nest itself asks for: each bundler is told so, as Nest's recipe says. */
const MISSING = ['@nestjs/microservices', '@nestjs/microservices/microservices-module'];

/** As a project that compiles to CommonJS, and as one of ES modules: each build of the guard. */
const ENTRIES = Object.fromEntries(['cjs', 'mjs'].map((kind) => [kind, join(__dirname, `bundled/main.${kind}`)]));

const bundlers: Record<string, (outdir: string) => Promise<void>> = {
  esbuild: async (outdir) => {
    const esbuild = bundlerOf('vitepress', 'esbuild') as Esbuild;
    const options = { bundle: true, platform: 'node', external: MISSING, logLevel: 'silent' };
    await esbuild.build({ entryPoints: ENTRIES, outdir, ...options });
  },
  webpack: async (outdir) => {
    const webpack = bundlerOf('@nestjs/cli', 'webpack') as Webpack;
    const externals = Object.fromEntries(MISSING.map((name) => [name, `commonjs ${name}`]));
    const options = { target: 'node', mode: 'development', devtool: false, externals, output: { path: outdir } };
    const stats = await new Promise<Stats | undefined>((resolve, reject) =>
      webpack({ entry: ENTRIES, ...options }, (error, done) => (error ? reject(error) : resolve(done))),
    );
    expect(stats!.toJson({ all: false, errors: true }).errors.map(({ message }) => message)).toEqual([]);
  },
};

const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
let issuer: TestIssuer;
beforeAll(async () => (issuer = await TestIssuer.start()));
afterAll(async () => {
  await issuer.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the bundle where no package is installed. */
async function withBundle(file: string, use: (port: number) => Promise<void>): Promise<void> {
  const { issuer: url, audience } = issuer.options;
  const child = spawn(process.execPath, [file, url, String(audience)], { cwd: folder });
  let said = '';
  child.stderr.on('data', (text) => (said += String(text)));
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', () => reject(new Error(said)));
      child.stdout.once('data', (text) => resolve(Number(text)));
    });
    await use(port);
  } finally {
    child.removeAllListeners('exit');
    child.kill();
  }
}

describe.each(Object.keys(bundlers))('a service with a gateway, bundled by %s', (name) => {
  beforeAll(() => bundlers[name]!(join(folder, name)));

  it.each(Object.keys(ENTRIES))('from %s: it starts and is guarded', async (kind) => {
    await withBundle(join(folder, name, `${kind}.js`), async (port) => {
      await expect(ws.open(port)).rejects.toMatchObject({ how: 401 });
      await expect(ws.open(port, { token: issuer.token() })).rejects.toMatchObject({ how: 401 });
      const client = await ws.open(port, { token: issuer.token({ team: 'red' }) });
      client.send('team');
      expect(await client.next('team')).toBe('red');
      client.send('write');
      expect(await client.next('exception')).toMatchObject({ code: 'FORBIDDEN' });
      client.close();
    });
  });
});

it.each(['cjs', 'esm'])('esbuild does without what a service has not installed: build %s', async (build) => {
  const guard = join(folder, build);
  cpSync(join(__dirname, '../dist', build), guard, { recursive: true });
  const esbuild = bundlerOf('vitepress', 'esbuild') as Esbuild;
  const external = ['@nestjs/common', '@nestjs/core', 'reflect-metadata', 'rxjs'];
  const options = { bundle: true, write: false, platform: 'node', logLevel: 'silent', external };
  await expect(esbuild.build({ entryPoints: [join(guard, 'index.js')], ...options })).resolves.toBeDefined();
});
