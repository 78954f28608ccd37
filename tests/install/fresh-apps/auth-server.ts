import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { environmentOf, freePort } from './commands.ts';

const MAIN = join(__dirname, '../../../apps/auth-server/dist/main.js');
const REDIRECT_URI = 'http://localhost:8080/callback';
const ADA = { email: 'ada@example.com', password: 'a long enough password' };

/** The built auth server, with an account and an application. */
export interface AuthServer {
  readonly url: string;
  /** An access token that the account allowed by the code flow. */
  tokenFor(scope: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts it for one service with two scopes. */
export async function startAuthServer(service: string): Promise<AuthServer> {
  const data = mkdtempSync(join(tmpdir(), 'auth-server-'));
  const resources = join(data, 'resources.json');
  const scopes = ['notes:read', 'notes:write'].map((name) => ({ name, description: `Your notes (${name})` }));
  writeFileSync(resources, JSON.stringify([{ url: service, name: 'Notes', scopes }]));
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { ...environmentOf(dirname(process.execPath)), AUTH_URL: url, DATA_DIR: data, RESOURCES_FILE: resources };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; !(await isUp(url)); tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`the auth server did not start:\n${printed.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    return { url, tokenFor: await enrol(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isUp = (url: string) =>
  fetch(`${url}/.well-known/oauth-authorization-server`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The calls of the README. */
async function enrol(url: string): Promise<AuthServer['tokenFor']> {
  await post(`${url}/api/accounts`, { ...ADA, name: 'Ada' });
  const session = (await post(`${url}/api/session`, ADA)).session_token;
  const application = { name: 'Matrix', redirect_uris: [REDIRECT_URI] };
  const client = await post(`${url}/api/applications`, application, session);
  const known = { client_id: client.client_id!, redirect_uri: REDIRECT_URI };
  return async (scope) => {
    const query = new URLSearchParams({ ...known, response_type: 'code', scope, state: 'matrix' });
    const asked = await jsonOf(fetch(`${url}/oauth2/authorize?${query.toString()}`, { headers: headersOf(session) }));
    const body = new URLSearchParams({ session_id: asked.session_id!, is_rejected: 'false' });
    const allowed = { method: 'POST', headers: headersOf(session), body, redirect: 'manual' } as const;
    const location = (await fetch(`${url}/oauth2/authorize`, allowed)).headers.get('location');
    const code = new URL(location!).searchParams.get('code')!;
    const form = { ...known, grant_type: 'authorization_code', code, client_secret: client.client_secret! };
    const tokens = await jsonOf(fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }));
    return tokens.access_token!;
  };
}

const headersOf = (session: string | undefined): Record<string, string> => ({
  accept: 'application/json',
  ...(session === undefined ? {} : { authorization: `Bearer ${session}` }),
});

const post = (url: string, body: object, session?: string) =>
  jsonOf(
    fetch(url, {
      method: 'POST',
      headers: { ...headersOf(session), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

async function jsonOf(answer: Promise<Response>): Promise<Partial<Record<string, string>>> {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Partial<Record<string, string>>;
}
