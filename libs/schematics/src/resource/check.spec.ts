import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { newApp, runner } from '../../test/apps';
import { consentry } from './check';

const FILE = 'resource.json';
const READ = { name: 'notes:read', description: 'Read your notes' };
const WRITE = { name: 'notes:write', description: 'Write notes for you' };
const NOTES = { url: 'http://localhost:3001', name: 'Notes', scopes: [READ, WRITE] };

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resources-check-'));
  const guarded = await runner().runSchematic('init', {}, await newApp());
  const app = await runner().runSchematic('protected-controller', { name: 'notes' }, guarded);
  for (const path of app.files) write(path, app.readText(path));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => write(FILE, NOTES));

function write(path: string, content: unknown): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

const check = (...given: string[]) => consentry(['resources', 'check', ...given], folder);

describe('consentry resources check', () => {
  it('passes what is in step, and changes nothing', async () => {
    const before = readFileSync(join(folder, FILE), 'utf8');
    expect(await check()).toEqual({ text: 'resource.json matches the sources (2 scopes).\n', exitCode: 0 });
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe(before);
  });

  it('names what is missing with its place, what is too much, and what is empty', async () => {
    write(FILE, {
      ...NOTES,
      name: '',
      scopes: [
        { ...READ, description: ' ' },
        { name: 'notes:old', description: 'Gone' },
      ],
    });
    expect(await check()).toEqual({
      text: `resource.json does not match:
  resource.json has no name for the consent screen
  "notes:write" is required, but not in resource.json (src/notes/notes.controller.ts:15)
  "notes:old" is in resource.json, but no source requires it
  "notes:read" has no description in resource.json for the consent screen
Add what is missing with: nest g -c @consentry/schematics resource
`,
      exitCode: 1,
    });
  });

  it('prints JSON', async () => {
    write(FILE, { ...NOTES, scopes: [READ] });
    const { text, exitCode } = await check('--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(text)).toEqual({
      file: FILE,
      differences: [
        {
          code: 'undeclared',
          scope: 'notes:write',
          places: ['src/notes/notes.controller.ts:15'],
          message: '"notes:write" is required, but not in resource.json (src/notes/notes.controller.ts:15)',
        },
      ],
      remarks: [],
    });
  });

  it('takes a scope that only a policy reads, and says where it could not look', async () => {
    const policy = `import { RequireScopes } from '@consentry/guard';
export const isAdmin = (scopes: string[]) => scopes.includes('notes:admin');
export const Needs = (scope: string) => RequireScopes(scope);
`;
    write('src/policy.ts', policy);
    write(FILE, { ...NOTES, scopes: [READ, WRITE, { name: 'notes:admin', description: 'All notes' }] });
    const { text, exitCode } = await check();
    rmSync(join(folder, 'src/policy.ts'));
    expect(exitCode).toBe(0);
    expect(text).toContain('Note: src/policy.ts:3 requires scopes that are known only when the code runs');
    expect((await check()).text).toContain('"notes:admin" is in resource.json, but no source requires it');
  });

  it('compares the url with an audience that no setting replaces', async () => {
    const module = readFileSync(join(folder, 'src/app.module.ts'), 'utf8');
    write(
      'src/app.module.ts',
      module.replace("setting('SERVICE_URL', 'http://localhost:3001')", "'http://localhost:3001'"),
    );
    write(FILE, { ...NOTES, url: 'https://notes.example.com' });
    const { text } = await check();
    write('src/app.module.ts', module);
    expect(text).toContain("has the url https://notes.example.com, but the guard's audience is http://localhost:3001");
    expect((await check()).exitCode).toBe(0);
  });

  describe('--against RESOURCES_FILE', () => {
    const against = async (entries: unknown) => {
      write('resources.json', entries);
      return check('--against', 'resources.json');
    };

    it('passes the file that has the same scopes', async () => {
      const other = { url: 'https://b.example.com', name: 'B', scopes: [{ name: 'b', description: 'B' }] };
      expect(await against([other, { ...NOTES, introspection_clients: [] }])).toMatchObject({ exitCode: 0 });
    });

    it('names what the file lacks, and what it has beyond', async () => {
      const { text, exitCode } = await against([
        { ...NOTES, scopes: [READ, { name: 'notes:old', description: 'Gone' }] },
      ]);
      expect(exitCode).toBe(1);
      expect(text).toContain('"notes:write" is not offered by resources.json');
      expect(text).toContain('"notes:old" is in resources.json, but no longer declared');
      expect((await against([])).text).toContain('resources.json has no resource http://localhost:3001');
    });

    it.each([
      ['no JSON', '[', 'resources.json is not JSON: '],
      ['no list', NOTES, 'resources.json is not a list of resources.'],
      ['scopes of another form', [{ scopes: {} }], 'Entry 1 of resources.json has scopes that are not a list'],
    ])('cannot be done with %s', async (_, entries, message) => {
      expect(await against(entries)).toEqual({ text: expect.stringContaining(message) as string, exitCode: 2 });
    });
  });

  describe('--against the URL of the auth server', () => {
    let server: Server;
    let url: string;
    let metadata: unknown;
    beforeAll(async () => {
      server = createServer((request, response) => {
        const isThere = request.url === '/.well-known/oauth-authorization-server/tenant';
        response.writeHead(isThere ? 200 : 404).end(JSON.stringify(metadata));
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tenant`;
    });
    afterAll(() => new Promise((closed) => server.close(closed)));

    it('compares with its metadata', async () => {
      metadata = { scopes_supported: ['notes:read', 'notes:write', 'b'], protected_resources: [NOTES.url] };
      expect(await check('--against', url)).toEqual({
        text: `resource.json matches the sources and ${url} (2 scopes).\n`,
        exitCode: 0,
      });
      metadata = { scopes_supported: ['notes:read'], protected_resources: ['https://b.example.com'] };
      const { text, exitCode } = await check('--against', `${url}/`);
      expect(exitCode).toBe(1);
      expect(text).toContain(`"notes:write" is not offered by ${url}/`);
      expect(text).toContain(`${url}/ has no resource http://localhost:3001`);
    });

    it('cannot be done where there is none', async () => {
      metadata = {};
      expect(await check('--against', url)).toMatchObject({
        exitCode: 2,
        text: expect.stringContaining('RFC 8414 §2') as string,
      });
      const elsewhere = await check('--against', url.replace('tenant', 'other'));
      expect(elsewhere).toMatchObject({ exitCode: 2, text: expect.stringContaining('/other answers 404.') as string });
      expect(await check('--against', 'http://127.0.0.1:1')).toMatchObject({ exitCode: 2 });
    });
  });

  it('explains itself, and what was called wrongly', async () => {
    expect(await consentry(['--help'], folder)).toMatchObject({ exitCode: 0 });
    expect((await check('--aginst', 'x')).text).toMatch(
      /^consentry: Unknown option '--aginst'[^]*Usage: consentry resources check/,
    );
    expect(await consentry(['keys'], folder)).toMatchObject({ exitCode: 2 });
    expect((await check('--project', 'birds')).exitCode).toBe(0);
    rmSync(join(folder, FILE));
    expect(await check()).toEqual({
      text: 'consentry: There is no resource.json yet: nest g -c @consentry/schematics resource\n',
      exitCode: 2,
    });
  });
});
