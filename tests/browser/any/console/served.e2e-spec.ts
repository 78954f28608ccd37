import { cookieOf } from '@consentry/test-support/world/cookies';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';

const CONSOLE = join(__dirname, '../../../../apps/console');
const TYPES = 'src/api/generated/schema.d.ts';

describe('the console, as the server gives it', () => {
  const server = givenServer();
  const account = givenAccount(server);

  const open = (path: string) =>
    fetch(server.url + path, {
      headers: { accept: 'text/html', ...cookieOf(server, account) },
      redirect: 'manual',
    });

  it.each([
    '/console',
    '/console/applications/some-id/settings',
    '/console/new',
    '/console/try',
    '/admin',
    '/admin/accounts/some-id',
    '/admin/applications/https%3A%2F%2Fapp.example%2Fclient',
  ])('%s is a page of its own origin alone', async (path) => {
    const { status, headers } = await open(path);
    expect(status).toBe(200);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('leads to the sign-in and back', async () => {
    const { status, headers } = await fetch(`${server.url}/console/applications/a-b`, { redirect: 'manual' });
    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/sign-in?return_to=%2Fconsole%2Fapplications%2Fa-b');
    const path = '/admin/applications/https%3A%2F%2Fapp.example%2Fclient';
    const document = await fetch(server.url + path, { redirect: 'manual' });
    expect(document.headers.get('location')).toBe(`/sign-in?return_to=${encodeURIComponent(path)}`);
    const filtered = await fetch(`${server.url}/admin/events?client_id=a-b`, { redirect: 'manual' });
    expect(filtered.headers.get('location')).toBe('/sign-in?return_to=%2Fadmin%2Fevents%3Fclient_id%3Da-b');
  });

  it('knows its places', async () => {
    for (const path of ['/console/elsewhere', '/admin/elsewhere']) expect((await open(path)).status).toBe(404);
  });

  const filesOf = (page: string) =>
    [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  const bodyOf = async (path: string) => Buffer.from(await (await open(path)).arrayBuffer());
  const CHUNK = /administration-[\w-]+\.js/;

  const scriptsOf = async (path: string) =>
    filesOf(await (await open(path)).text()).filter((file) => file.endsWith('.js'));

  it('names every script that the first view needs, so that none waits for another, and keeps the files for ever', async () => {
    const files = filesOf(await (await open('/console')).text());
    for (const path of files) expect((await open(path)).headers.get('cache-control')).toContain('immutable');
    const scripts = await scriptsOf('/console');
    const texts = await Promise.all(scripts.map(async (path) => (await bodyOf(path)).toString()));
    const imported = texts.flatMap((text) => [...text.matchAll(/\b(?:from|import) ?[`'"]\.\/([^`'"]+)/g)]);
    expect(scripts).toEqual(expect.arrayContaining(imported.map(([, name]) => `/assets/${name}`)));
    expect(scripts.length).toBeLessThan(3);
  });

  it('has the administration in a file of its own, that the script asks for', async () => {
    const text = (await bodyOf((await scriptsOf('/admin/keys')).at(-1)!)).toString();
    const [chunk] = CHUNK.exec(text)!;
    expect(text).not.toContain('/api/admin/');
    expect((await bodyOf(`/assets/${chunk}`)).toString()).toContain('/api/admin/accounts');
  });

  it('has the types of the OpenAPI document; else run npm run types -w apps/console, as generate-types.mjs says', async () => {
    const run = promisify(execFile)('node', ['generate-types.mjs', `${server.url}/docs-json`], { cwd: CONSOLE });
    expect(readFileSync(join(CONSOLE, TYPES), 'utf8')).toBe((await run).stdout);
  });
});
