import { execFileSync, spawnSync } from 'node:child_process';
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

const library = join(__dirname, '..');
const workspaceModules = join(library, '../../node_modules');
/** Neither typeorm nor passport. */
const INSTALLED = [
  ...['common', 'core'].map((name) => `@nestjs/${name}`),
  ...['reflect-metadata', 'rxjs', 'openid-client', '@types/node'],
];
const OPTIONS = {
  issuer: 'http://127.0.0.1:9',
  clientId: 'app',
  redirectUri: 'https://app.example.com/callback',
  scopes: ['notes:read'],
  apis: ['https://notes.example.com'],
};

/** An application that is not in this workspace. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-client-')));

beforeAll(() => {
  if (!existsSync(join(library, 'dist'))) throw new Error('build the client first: npm run build');
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: library,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  cpSync(join(__dirname, 'packed'), folder, { recursive: true });
  const client = join(folder, 'node_modules/@consentry/client');
  mkdirSync(client, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', client, '--strip-components=1']);
  for (const name of INSTALLED) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(workspaceModules, name), join(folder, 'node_modules', name), 'dir');
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the packed library', () => {
  it.each(['host.cjs', 'host.mjs'])('serves %s', (script) => {
    const { stdout, stderr } = spawnSync(process.execPath, [script, JSON.stringify(OPTIONS)], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['issuer_unavailable\n', '']);
  });

  it('has types for consumers of both kinds', () => {
    const compilerOptions = {
      target: 'es2022',
      module: 'node16',
      moduleResolution: 'node16',
      types: ['node'],
      strict: true,
      skipDefaultLibCheck: true,
      noEmit: true,
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.cts', 'consumer.mts'] }),
    );
    const tsc = join(workspaceModules, 'typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('is sent neither sources nor tests', () => {
    const files = readdirSync(join(folder, 'node_modules/@consentry/client'), { recursive: true, encoding: 'utf8' });
    expect(files).toContain('package.json');
    expect(files.filter((path) => /\.spec\.|(^|\/)(src|test)$/.test(path))).toEqual([]);
  });
});
