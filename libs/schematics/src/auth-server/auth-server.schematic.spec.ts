import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { HostTree } from '@angular-devkit/schematics';
import { UnitTestTree } from '@angular-devkit/schematics/testing';

import { newApp, runner, textsOf } from '../../test/apps';

const ROOT = join(__dirname, '../../../..');
const ADDRESS = 'https://auth.example.com';

interface Generated {
  tree: UnitTestTree;
  told: string;
}

async function generate(options: object = {}, tree = new UnitTestTree(new HostTree())): Promise<Generated> {
  const one = runner();
  const told: string[] = [];
  one.logger.subscribe(({ message }) => told.push(message));
  const generated = await one.runSchematic('auth-server', { name: ADDRESS, ...options }, tree);
  return { tree: generated, told: told.join('\n') };
}

const NOTES = {
  url: 'https://notes.example.org',
  name: 'Notes',
  scopes: [{ name: 'notes:read', description: 'Read your notes', sensitive: true }],
};

describe('auth-server', () => {
  it('writes a folder for containers and systemd, into any folder', async () => {
    const { tree } = await generate();
    expect(tree.files.toSorted()).toEqual([
      '/auth-server/.env.example',
      '/auth-server/.gitignore',
      '/auth-server/README.md',
      '/auth-server/compose.yaml',
      '/auth-server/make-env.mjs',
      '/auth-server/nginx.conf',
      '/auth-server/package.json',
      '/auth-server/resources.json',
      '/auth-server/smoke-test.mjs',
      '/auth-server/systemd/consentry-backup.service',
      '/auth-server/systemd/consentry-backup.timer',
      '/auth-server/systemd/consentry.env.example',
      '/auth-server/systemd/consentry.service',
      '/auth-server/systemd/nginx-site.conf',
    ]);
  });

  it('writes no containers for SQLite', async () => {
    const { tree } = await generate({ database: 'sqlite', path: 'deploy/auth/' });
    expect(tree.files).not.toContain('/deploy/auth/compose.yaml');
    expect(tree.readJson('deploy/auth/package.json')).toMatchObject({ name: 'auth' });
    expect(textsOf(tree)['/deploy/auth/systemd/consentry-backup.service']).toContain('consentry backup /var/backups');
    expect(Object.values(textsOf(tree)).join('')).not.toMatch(/postgres:|compose/i);
  });

  it.each(['postgres', 'sqlite'])('leaves no mark of a template in what it writes: %s', async (database) => {
    const texts = textsOf((await generate({ database })).tree);
    for (const [path, text] of Object.entries(texts))
      expect([path, text.match(/<%|%>|=undefined|\n\n\n/)]).toEqual([path, null]);
  });

  describe('repeats what the auth server has:', () => {
    let texts: Record<string, string>;
    beforeAll(async () => {
      texts = textsOf((await generate()).tree);
    });

    it.each(['compose.yaml', 'nginx.conf'])('%s is that of the auth server', (name) => {
      const own = readFileSync(join(ROOT, 'apps/auth-server/deploy', name), 'utf8');
      expect(texts[`/auth-server/${name}`]).toBe(own);
    });

    it('every setting that compose.yaml demands', () => {
      const demanded = texts['/auth-server/compose.yaml']!.matchAll(/\$\{(\w+):\?/g);
      for (const [, name] of demanded) expect(texts['/auth-server/.env.example']).toMatch(new RegExp(`^${name}=`, 'm'));
    });
  });

  describe('an address', () => {
    it.each([
      ['auth.example.com', 'https://auth.example.com'],
      ['https://auth.example.com/', 'https://auth.example.com'],
      ['https://example.com:8443/auth', 'https://example.com:8443/auth'],
    ])('%s is %s', async (name, url) => {
      const { tree } = await generate({ name });
      expect(tree.readText('auth-server/.env.example')).toContain(`AUTH_URL=${url}\n`);
    });

    it.each([
      undefined,
      '',
      'http://auth.example.com',
      'https://me@auth.example.com',
      'https://auth.example.com/?a',
      'a b',
      '::1',
      '10.0.0.1',
    ])('%j is refused', async (name) => {
      await expect(generate({ name })).rejects.toThrow(
        'nest g -c @consentry/schematics auth-server https://auth.example.com',
      );
    });

    it('stays below this folder', async () => {
      await expect(generate({ path: '../other' })).rejects.toThrow('../other is not a folder below this one.');
    });
  });

  describe('resources', () => {
    it('are those that services of the workspace declare', async () => {
      const app = await newApp({ 'apps/notes/resource.json': JSON.stringify(NOTES) });
      const { tree, told } = await generate({}, app);
      expect(tree.readJson('auth-server/resources.json')).toEqual([NOTES]);
      expect(told).not.toContain('example');
    });

    it('are an example where none is declared, and that is said', async () => {
      const { tree, told } = await generate();
      expect(tree.readJson('auth-server/resources.json')).toMatchObject([{ url: 'https://notes.example.com' }]);
      expect(told).toContain('auth-server/resources.json has an example');
    });

    it('stay as people wrote them, and what they lack is told to paste', async () => {
      const { tree } = await generate();
      const before = tree.readText('auth-server/resources.json');
      tree.create('resource.json', JSON.stringify(NOTES));
      const { tree: again, told } = await generate({}, tree);
      expect(again.readText('auth-server/resources.json')).toBe(before);
      expect(told).toContain('was not changed and lacks https://notes.example.org. Paste:');
      expect(told).toContain('"sensitive": true');
    });
  });

  it('changes nothing the second time, nor what people edited', async () => {
    const { tree } = await generate();
    tree.overwrite('auth-server/compose.yaml', '# ours\n');
    const before = textsOf(tree);
    expect(textsOf((await generate({ name: 'https://other.example.com' }, tree)).tree)).toEqual(before);
  });

  it('needs no Nest app, and none of its files changes', async () => {
    const app = await newApp();
    const before = textsOf(app);
    expect(textsOf((await generate({}, app)).tree)).toMatchObject(before);
  });

  describe('make-env.mjs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'make-env-'));
    const make = (example: string, file: string) =>
      spawnSync(process.execPath, [join(__dirname, 'files/all/make-env.mjs'), example, file], {
        cwd: folder,
        encoding: 'utf8',
      });
    beforeAll(async () => {
      writeFileSync(join(folder, '.env.example'), (await generate()).tree.readText('auth-server/.env.example'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('makes another secret for each, readable by its owner alone', () => {
      expect(make('.env.example', '.env').status).toBe(0);
      const secrets = readFileSync(join(folder, '.env'), 'utf8').match(
        /(?<=^(MASTER_KEY|DATABASE_PASSWORD)=)[\w-]{43}$/gm,
      )!;
      expect(new Set(secrets).size).toBe(2);
      expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    });

    it('never replaces them', () => {
      const before = readFileSync(join(folder, '.env'), 'utf8');
      const { status, stderr } = make('.env.example', '.env');
      expect([status, stderr]).toEqual([1, '.env already exists and was not changed: its secrets may be in use.\n']);
      expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(before);
    });

    it('says how it is called', () => expect(make('.env.example', '').stderr).toMatch(/^(Usage|ENOENT)/));
  });
});
