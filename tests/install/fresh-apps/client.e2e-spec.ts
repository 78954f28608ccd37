import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EXPRESS_11, EXPRESS_12, type FreshApp, newApp } from './apps.ts';
import { type Place, run, type Running, start } from './commands.ts';
import { describeFresh } from './describe-fresh.ts';
import { nodeOf } from './nodes.ts';

const root = mkdtempSync(join(tmpdir(), 'client-apps-'));

const APPS: readonly FreshApp[] = [
  { ...EXPRESS_11, name: 'client-11' },
  { ...EXPRESS_12, name: 'client-12' },
];

let metadata: Server;
let issuer: string;

beforeAll(async () => {
  metadata = createServer((_, reply) => {
    const body = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` };
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(metadata, 'listening');
  issuer = `http://127.0.0.1:${(metadata.address() as AddressInfo).port}`;
});
afterAll(() => {
  metadata.close();
  rmSync(root, { recursive: true, force: true });
});

describeFresh.each(APPS)('@consentry/client in $name: Nest $nest, $modules, Node $node', (fresh: FreshApp) => {
  let app: Running;
  afterAll(() => app?.stop());

  it('is installed, compiled and started', async () => {
    const place: Place = await newApp(fresh, root, await nodeOf(fresh.node, root));
    copyFileSync(join(__dirname, 'files/client.module.txt'), join(place.folder, 'src/app.module.ts'));
    const packages = ['@consentry/client', `@nestjs/passport@${fresh.nest}`, 'passport', 'express-session'];
    await run(place, 'npm', 'install', '--no-audit', '--no-fund', ...packages, '@types/express-session');
    await run(place, 'npm', 'run', 'build');
    app = await start(place, { AUTH_URL: issuer });
  });

  it.each(['connect', 'login'])('sends the browser of /%s to the authorization server', async (path) => {
    const answer = await fetch(`${app.url}/${path}`, { redirect: 'manual' });
    const { origin, pathname, searchParams } = new URL(answer.headers.get('location') ?? 'none:');
    expect([answer.status, origin + pathname]).toEqual([302, `${issuer}/authorize`]);
    expect(Object.fromEntries(searchParams)).toMatchObject({ client_id: 'app', code_challenge_method: 'S256' });
  });
});

describeFresh('@consentry/client beside @fastify/session', () => {
  it('gives the session another id, and keeps its data', async () => {
    const place: Place = { folder: mkdtempSync(join(root, 'fastify-')), node: await nodeOf('20.19.0', root) };
    copyFileSync(join(__dirname, 'files/fastify-session.txt'), join(place.folder, 'main.cjs'));
    await run(place, 'npm', 'init', '-y');
    const nest = ['@nestjs/common@11', '@nestjs/core@11', 'reflect-metadata', 'rxjs'];
    const fastify = ['fastify@5', '@fastify/cookie', '@fastify/session'];
    await run(place, 'npm', 'install', '--no-audit', '--no-fund', '@consentry/client', ...nest, ...fastify);
    expect(await run(place, 'node', 'main.cjs')).toBe('{"basket":"apples","person":"ada"} {}\n');
  });
});
