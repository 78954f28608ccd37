import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import {
  AUDIENCE,
  ISSUER,
  type IssuerKey,
  issuerKey,
  type JwksServer,
  mint,
  startJwksServer,
} from './support/issuer.ts';

const library = join(__dirname, '..');
const workspaceModules = join(library, '../../node_modules');
/** A team's dependencies: none of the optional peers, no types of Express. */
const INSTALLED = [
  ...['common', 'core', 'platform-express'].map((name) => `@nestjs/${name}`),
  ...['reflect-metadata', 'rxjs', '@types/node'],
];
const CLAIMS = ['class-validator', 'class-transformer'];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'foreign-host-')));
let key: IssuerKey;
let jwks: JwksServer;

beforeAll(async () => {
  if (!existsSync(join(library, 'dist'))) throw new Error('build the guard first: npm run build');
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: library,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  cpSync(join(__dirname, 'foreign-host'), folder, { recursive: true });
  const guard = join(folder, 'node_modules/@consentry/guard');
  mkdirSync(guard, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', guard, '--strip-components=1']);
  for (const name of INSTALLED) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(workspaceModules, name), join(folder, 'node_modules', name), 'dir');
  }
  key = await issuerKey('EdDSA', 'k');
  jwks = await startJwksServer([key.jwk]);
});
afterAll(async () => {
  await jwks.down();
  rmSync(folder, { recursive: true });
});

async function withHost(script: string, use: (url: string) => Promise<void>): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [script, ISSUER, AUDIENCE, jwks.uri], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await new Promise<string[]>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
      createInterface({ input: child.stdout! }).once('line', (line) => resolve([line]));
    });
    await use(`http://127.0.0.1:${port}`);
  } finally {
    child.removeAllListeners('exit');
    child.kill();
  }
}

describe('a service that is not in this workspace', () => {
  it.each([['host.cjs'], ['host.mjs'], ['host-of-both.cjs']])(
    '%s is guarded, where passport is not installed',
    async (script) => {
      await withHost(script, async (url) => {
        const call = async (path: string, scope?: string) => {
          const token = scope === undefined ? undefined : await mint(key, Date.now(), { claims: { scope } });
          return fetch(`${url}${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
        };
        const good = await call('/notes', 'notes:read');
        expect([good.status, await good.json()]).toEqual([200, { by: 'ada' }]);
        expect((await call('/notes/open')).status).toBe(200);
        const none = await call('/notes');
        expect([none.status, none.headers.get('www-authenticate')]).toEqual([
          401,
          'Bearer realm="api", scope="notes:read"',
        ]);
        const narrow = await call('/notes', 'other');
        expect([narrow.status, narrow.headers.get('www-authenticate')]).toEqual([
          403,
          expect.stringContaining('error="insufficient_scope"'),
        ]);
      });
    },
  );

  it.each([['claims.cjs'], ['claims.mjs']])('%s: a claims class needs its packages, and says so', (script) => {
    const start = () => spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' }).stdout;
    for (const name of CLAIMS) rmSync(join(folder, 'node_modules', name), { force: true });
    expect(start()).toContain('npm install class-validator class-transformer');
    for (const name of CLAIMS) symlinkSync(join(workspaceModules, name), join(folder, 'node_modules', name), 'dir');
    expect(start()).toContain('The claims class NotesClaims has no decorators of class-validator');
  });

  it('consumers of both kinds compile against its types', () => {
    const files = ['consumer.cts', 'consumer.mts'];
    const compilerOptions = {
      target: 'es2022',
      module: 'node16',
      moduleResolution: 'node16',
      types: ['node'],
      strict: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      noEmit: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(workspaceModules, 'typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('is sent neither sources nor tests', () => {
    const files = readdirSync(join(folder, 'node_modules/@consentry/guard'), { recursive: true, encoding: 'utf8' });
    expect(files).toContain('package.json');
    expect(files.filter((path) => /\.spec\.|(^|\/)(src|test)$/.test(path))).toEqual([]);
  });
});
