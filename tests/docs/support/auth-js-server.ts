import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';
import { freshDir } from '@consentry/test-support/server/server';

/** People of a team, by their name and one password. */
const CONFIG = `
import Credentials from '@auth/core/providers/credentials';
const authorize = ({ name, password }) => (password === 'right' ? { id: name, name, email: name + '@team.example' } : null);
const credentials = { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } };
export const config = { secret: 'a secret', trustHost: true, providers: [Credentials({ credentials, authorize })] };
`;

/** Node's requests as those of the Fetch standard, which `handle` answers; files of the page, and a callback. */
const HOST = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { handle } from './auth.mjs';
const TYPES = { '/consent': 'text/html; charset=utf-8', '/consent.js': 'text/javascript' };
async function answer(request, response) {
  const path = request.url.split('?')[0];
  if (path === '/callback') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>Arrived');
  if (path === '/favicon.ico') return response.writeHead(404).end();
  if (TYPES[path]) return response.writeHead(200, { 'content-type': TYPES[path] }).end(readFileSync('.' + path));
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = request.method === 'GET' ? undefined : Buffer.concat(chunks);
  const url = new URL(request.url, process.env.APP_URL);
  const answered = await handle(new Request(url, { method: request.method, headers: request.headers, body }));
  const headers = { ...Object.fromEntries(answered.headers), 'set-cookie': answered.headers.getSetCookie() };
  return response.writeHead(answered.status, headers).end(Buffer.from(await answered.arrayBuffer()));
}
createServer(answer).listen(new URL(process.env.APP_URL).port, 'localhost', () => console.log('listening'));
`;

/** An application with Auth.js whose code a page shows, in its own process and folder. */
export class AuthJsServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param files of the application by their names: `auth.mjs` exports `handle`; `consent` and `consent.js` are served. */
  static async start(url: string, files: Record<string, string>, env: Record<string, string>): Promise<AuthJsServer> {
    const folder = freshDir();
    // Its packages are found as in any application.
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const all = { 'auth.config.mjs': CONFIG, 'host.mjs': HOST, ...files };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
    const child = spawn(process.execPath, ['host.mjs'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', APP_URL: url, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error('the application did not start');
    return new AuthJsServer(child, url);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }
}
