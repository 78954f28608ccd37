import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import Database from 'better-sqlite3';
import type { Express } from 'express';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freshDir } from '../../test/support/server';
import {
  CALLBACK,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signIn,
  signUp,
} from '../../test/support/world';
import { AppModule } from '../app.module';
import { Chores } from '../chores/chores';
import { systemClock } from '../config/clock';
import { readSettings } from '../config/read-settings';
import { Edge } from '../http/edge';
import { ExpressAdapter } from '../http/express-adapter';
import { newLogger } from '../http/logger';
import { RouteTable } from '../http/route-table';

/** Tables that stay small whatever the number of accounts: an operator's keys and the migrations that ran. */
const SMALL = /^(signing_keys|master_key_checks|migrations|sqlite_master|changes|leases)\b/;

/** Every statement that the process prepares from now on. */
function recordStatements(): Set<string> {
  const texts = new Set<string>();
  const { prepare } = Database.prototype as { prepare: (this: Database.Database, text: string) => Database.Statement };
  jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, text: string) {
    texts.add(text);
    return prepare.call(this, text);
  });
  return texts;
}

/** What the statement reads from its beginning to its end. */
function scansOf(db: Database.Database, text: string): string[] {
  const parameters = (text.match(/\?/g) ?? []).map(() => null);
  const plan = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...parameters);
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN ') && detail !== 'SCAN CONSTANT ROW')
    .map((detail) => detail.slice('SCAN '.length));
}

async function serve(dataDir: string) {
  const settings = readSettings({ AUTH_URL: 'http://localhost:3000', DATA_DIR: dataDir });
  const logger = newLogger();
  logger.level = 'silent';
  const edge = new Edge(settings, systemClock, logger);
  const adapter = new ExpressAdapter([]);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings, systemClock, logger), adapter, {
    logger: false,
    bodyParser: false,
  });
  app.use(edge.handle);
  await app.init();
  edge.routes = RouteTable.of(adapter.getInstance<Express>());
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, url: `http://127.0.0.1:${port}`, databaseFile: join(dataDir, 'auth.sqlite') };
}

/** Calls everything that there is to call, well and badly. */
async function useEverything(url: string): Promise<void> {
  const server = { url };
  const account = await signUp(server);
  const { session: headers } = account;
  const application = await register(server, account);
  const applicationUrl = `${url}/api/applications/${application.client_id}`;

  const tokens = await obtainTokens(server, account, application);
  const next = await refresh(server, tokens.refresh_token);
  await refresh(server, next.body.refresh_token, { scope: 'notes:read', ...pick(application) });
  await refresh(server, tokens.refresh_token);
  const code = await obtainCode(server, account, application);
  await exchange(server, application, code);
  await exchange(server, application, code);
  const { sessionID } = await requestConsent(server, account, application);
  await decide(server, account, sessionID, { is_rejected: true });
  await decide(server, account, sessionID);

  await call('POST', `${applicationUrl}/test-token`, { headers, body: { scope: 'notes:read' } });
  const secret = await call<{ id: string }>('POST', `${applicationUrl}/secrets`, { headers });
  await call('DELETE', `${applicationUrl}/secrets/${secret.body.id}`, { headers });
  await call('PATCH', applicationUrl, { headers, body: { name: 'New name', redirect_uris: [CALLBACK] } });
  await call('GET', applicationUrl, { headers });
  await call('GET', `${url}/api/applications`, { headers });
  const grants = await call<{ items: { id: string }[] }>('GET', `${url}/api/grants`, { headers });
  await call('DELETE', `${url}/api/grants/${grants.body.items[0]?.id}`, { headers });
  await obtainTokens(server, account, application);
  await call('DELETE', applicationUrl, { headers });

  await call('POST', `${url}/api/accounts`, { body: { ...account, name: 'Twin' } });
  await call('POST', `${url}/api/session`, { body: { email: account.email, password: 'a wrong password' } });
  await call('GET', `${url}/api/session`, { headers });
  const { session: other } = await signIn(server, account);
  await call('DELETE', `${url}/api/session`, { headers: other });
  const proof = { current_password: account.password };
  await call('PATCH', `${url}/api/account`, { headers, body: { name: 'Eve', password: 'another password', ...proof } });
  await register(server, account);
  await call('DELETE', `${url}/api/account`, { headers, body: { current_password: 'another password' } });
  for (const path of ['/health/ready', '/.well-known/jwks.json']) await call('GET', url + path);
}

const pick = ({ client_id, client_secret }: { client_id: string; client_secret: string }) => ({
  client_id,
  client_secret,
});

describe('the queries of the server', () => {
  it('use an index: none reads a table that grows from beginning to end', async () => {
    const dataDir = freshDir();
    const first = await serve(dataDir);
    await first.app.close();
    const texts = recordStatements();
    const { app, url, databaseFile } = await serve(dataDir);
    await useEverything(url);
    await app.get(Chores).run();
    await app.close();
    jest.restoreAllMocks();

    const queries = [...texts].filter((text) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text));
    const db = new Database(databaseFile, { readonly: true });
    const tables = db
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all();
    // The script is worth something only while it reaches every table.
    for (const { name } of tables) expect(queries.filter((text) => text.includes(name))).not.toEqual([]);
    expect(queries.length).toBeGreaterThan(50);

    const scans = queries.flatMap((text) => scansOf(db, text).map((table) => ({ table, text })));
    db.close();
    expect(scans.map(({ table }) => table)).toContain('signing_keys');
    // A new parent row may heal a violated foreign key: SQLite plans to look for one, and does only while one is open.
    const planned = scans.filter(({ table, text }) => table !== 'consent_sessions' || !text.startsWith('INSERT'));
    expect(planned.filter(({ table }) => !SMALL.test(table))).toEqual([]);
  }, 30_000);
});
