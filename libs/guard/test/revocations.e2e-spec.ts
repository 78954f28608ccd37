import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { INestApplication } from '@nestjs/common';
import request from 'supertest';

import type { GuardOptions } from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';
import { FeedServer } from './support/feed-server.ts';
import { until } from './support/feed-time.ts';
import { AUDIENCE, type IssuerKey, issuerKey, mint } from './support/issuer.ts';
import { startHost } from './support/notes-host.ts';

let key: IssuerKey;
let server: FeedServer;
let token: string;
const apps: INestApplication[] = [];

beforeAll(async () => {
  key = await issuerKey('ES256', 'k1');
});
beforeEach(async () => {
  server = await FeedServer.start([key], { now: Date.now });
  token = await mint(key, Date.now(), { claims: { iss: server.issuer } });
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await server.down();
});

async function start(revocations?: GuardOptions['revocations']): Promise<INestApplication> {
  const options = { issuer: server.issuer, audience: AUDIENCE };
  const app = await startHost(revocations === undefined ? options : { ...options, revocations });
  apps.push(app);
  return app;
}
const call = (app: INestApplication) =>
  request(app.getHttpServer() as string)
    .get('/notes')
    .set('authorization', `Bearer ${token}`);

describe('a guarded service', () => {
  it('refuses a token that the issuer took back, at once', async () => {
    const app = await start();
    expect(server.calls).toEqual([]);
    await call(app).expect(200);
    server.end('token', 'j1');
    const takenBack = performance.now();
    let answer = await call(app);
    while (answer.status === 200) answer = await call(app);
    expect(performance.now() - takenBack).toBeLessThan(1_000);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('answers 503 with Retry-After while the issuer cannot say what it took back', async () => {
    server.onPage = (_, response) => void response.writeHead(500).end();
    const app = await start({ maxWaitMs: 100 });
    const answer = await call(app);
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
    server.onPage = undefined;
    let status = 0;
    while (status !== 200) ({ status } = await call(app));
  });

  it('with revocations: false asks for none', async () => {
    server.end('token', 'j1');
    await call(await start(false)).expect(200);
    expect(server.calls).toEqual([]);
  });

  it('has a feed of its own in each module, until it is closed', async () => {
    const [one, two] = [await start(), await start()];
    await Promise.all([call(one).expect(200), call(two).expect(200)]);
    await until(() => server.held.size === 2);
    await one.close();
    await until(() => server.held.size === 1);
    server.end('token', 'j1');
    await until(() => server.held.size === 1);
    let status = 0;
    while (status !== 401) ({ status } = await call(two));
    await two.close();
    await until(() => server.held.size === 0);
  });

  it('shows credentials where it was given some', async () => {
    const app = await start({ credentials: { clientId: 'a b', clientSecret: 'ä:%' } });
    await call(app).expect(200);
    const [, sent = ''] = server.headers[0]!.authorization!.split(' ');
    expect(Buffer.from(sent, 'base64').toString()).toBe('a+b:%C3%A4%3A%25');
  });

  it('goes on reading when a test moves the clock', async () => {
    const issuer = await TestIssuer.start({ audience: AUDIENCE });
    const app = await startHost(issuer.options);
    apps.push(app);
    token = issuer.token({ scope: 'notes:read', exp: '3h' });
    await call(app).expect(200);
    issuer.clock.advance('2h');
    await call(app).expect(200);
    await issuer.revoke(token);
    await call(app).expect(401);
    await issuer.stop();
  });
});

describe('a service whose process is frozen', () => {
  let child: ChildProcess;
  let url: string;
  const statusOf = async () =>
    (await fetch(`${url}/notes`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })).status;

  beforeEach(async () => {
    child = spawn(process.execPath, [join(__dirname, 'support/service.cjs'), server.issuer, AUDIENCE]);
    [url] = (await once(child.stdout!, 'data')).map((line) => String(line).trim()) as [string];
    expect(await statusOf()).toBe(200);
    await until(() => server.held.size === 1);
    child.kill('SIGSTOP');
  });
  afterEach(() => child.kill('SIGKILL'));

  const thaw = async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    const called = statusOf();
    child.kill('SIGCONT');
    return called;
  };

  it('refuses what was taken back meanwhile, though the connection of its call is dead', async () => {
    server.end('token', 'j1', { silent: true });
    server.cut();
    expect(await thaw()).toBe(401);
  });

  it('does not take the answer that came first for all', async () => {
    server.release();
    server.end('token', 'j1');
    expect(await thaw()).toBe(401);
  });
});
