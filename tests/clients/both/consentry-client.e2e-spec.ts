import { NodeSqlite } from '@consentry/typeorm-node-sqlite';
import {
  AccessRevokedError,
  type ClientOptions,
  ConsentryClient,
  IssuerUnavailableError,
  SignInFailedError,
  SignInNeededError,
} from '@consentry/client';
import { StoredTokens, TypeOrmTokenStore } from '@consentry/client/typeorm';
import { AccessToken, GuardModule, JwtBearerGuard, RequireScopes, type VerifiedAccessToken } from '@consentry/guard';
import { Body, Controller, Get, type INestApplication, Module, Post, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { startClientApp } from '../support/client-app';
import { ClientProcess } from '../support/client-process';
import { engine } from '@consentry/test-support/server/engine';
import { freePort } from '@consentry/test-support/server/ports';
import { dropFreshDatabases, freshDatabase } from '@consentry/test-support/postgres/databases';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { TokenGate } from '../support/token-gate';
import { visit } from '@consentry/test-support/browser/visit';
import { type Account, CALLBACK, call, register, signUp, unique } from '@consentry/test-support/world/world';

/** Longer than access tokens last. */
const EXPIRED = 15 * 86_400_000;
/** Longer than a process may take for its refresh. */
const LEASE_OVER = 21_000;

const databaseOptions = async (): Promise<DataSourceOptions> =>
  engine === 'postgres'
    ? { type: 'postgres', url: await freshDatabase() }
    : { type: 'better-sqlite3', driver: NodeSqlite, database: join(freshDir(), 'app.sqlite') };

/** The service that is called. */
async function startApi(issuer: string, audience: string): Promise<INestApplication> {
  @Controller('notes')
  @UseGuards(JwtBearerGuard)
  class NotesController {
    @Get()
    @RequireScopes('notes:read')
    list(@AccessToken() { subject }: VerifiedAccessToken) {
      return { subject };
    }

    @Post()
    @RequireScopes('notes:write')
    add(@Body() note: unknown) {
      return note;
    }
  }
  @Module({ imports: [GuardModule.forRoot({ issuer, audience })], controllers: [NotesController] })
  class ApiModule {}
  const api = await NestFactory.create(ApiModule, { logger: false });
  await api.listen(Number(new URL(audience).port), '127.0.0.1');
  return api;
}

describe('@consentry/client', () => {
  let gate: TokenGate;
  let server: TestServer;
  let developer: Account;
  let account: Account;
  let api: INestApplication;
  let apiUrl: string;
  let database: DataSourceOptions;
  let dataSource: DataSource;
  const apps: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    gate = await TokenGate.start();
    apiUrl = `http://localhost:${await freePort()}`;
    const port = await freePort();
    gate.leadTo(port);
    server = await TestServer.start({ port, env: { AUTH_URL: gate.url, BASE_URL: apiUrl } });
    [developer, account] = await Promise.all([signUp(server), signUp(server)]);
    api = await startApi(server.url, apiUrl);
    database = await databaseOptions();
    dataSource = await new DataSource({ ...database, entities: [StoredTokens], synchronize: true }).initialize();
  });
  afterAll(async () => {
    await Promise.all([api, ...apps].map((app) => app.close()));
    await Promise.all([server.stop(), gate.stop(), dataSource.destroy()]);
    await dropFreshDatabases();
  });

  /** Registers an application. @returns its options. */
  async function registered(fields: Record<string, unknown> = {}): Promise<ClientOptions> {
    const application = await register(server, developer, { refresh_retry_window: 30, ...fields });
    return {
      issuer: server.url,
      clientId: application.client_id,
      clientSecret: application.client_secret,
      redirectUri: CALLBACK,
      scopes: ['notes:read', 'notes:write'],
      apis: [apiUrl],
    };
  }

  /** @param ahead milliseconds of its clock. */
  async function clientOf(options: ClientOptions, ahead = 0): Promise<ConsentryClient> {
    const app = await startClientApp({ store: new TypeOrmTokenStore(dataSource), ...options }, ahead);
    apps.push(app);
    return app.get(ConsentryClient);
  }

  /** Signs an account in. @returns its person's key. */
  async function connect(client: ConsentryClient, by = account, person = unique()): Promise<string> {
    const { url, pending } = await client.begin();
    const arrived = await visit(server, by, url);
    await client.finish(arrived, pending, person);
    gate.count();
    return person;
  }

  const notes = () => `${apiUrl}/notes`;
  const storedOf = async (person: string) =>
    JSON.parse((await dataSource.getRepository(StoredTokens).findOneByOrFail({ person })).data) as StoredAccess;
  const accessTokenOf = async (person: string) => (await storedOf(person)).accessToken;
  const takeBack = async (by: Account) => {
    const { headers } = { headers: by.session };
    const { body } = await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, { headers });
    for (const { id } of body.items) await call('DELETE', `${server.url}/api/grants/${id}`, { headers });
  };

  describe('calls an API on behalf of a person', () => {
    const kinds: [string, Record<string, unknown>, Partial<ClientOptions>][] = [
      ['as a confidential application', {}, {}],
      ['as a public application', { client_type: 'public' }, { clientSecret: undefined }],
      ['with a pushed request', { require_pushed_authorization_requests: true }, { usePar: true }],
      ['with tokens bound to a key', {}, { useDpop: true, usePar: true }],
      [
        'as a public application with tokens bound to a key',
        { client_type: 'public' },
        { useDpop: true, clientSecret: undefined },
      ],
    ];

    it.each(kinds)('%s, and refreshes', async (_, fields, own) => {
      const options = { ...(await registered(fields)), ...own };
      const client = await clientOf(options);
      const { url, pending } = await client.begin();
      expect(url.searchParams.has('request_uri')).toBe(own.usePar === true);
      const signIn = await client.finish(await visit(server, account, url), pending, 'ada');
      expect(signIn).toEqual({ person: 'ada', scopes: ['notes:read', 'notes:write'], claims: undefined });
      const first = await accessTokenOf('ada');
      const listed = await client.fetchFor('ada')(notes());
      expect([listed.status, await listed.json()]).toEqual([200, { subject: account.id }]);
      const { cnf } = claimsOf(first);
      expect(cnf !== undefined).toBe(own.useDpop === true);

      const later = await clientOf(options, EXPIRED);
      expect((await later.fetchFor('ada')(notes())).status).toBe(200);
      expect(claimsOf(await accessTokenOf('ada')).cnf).toEqual(cnf);
      expect(await accessTokenOf('ada')).not.toBe(first);
    });

    it('and sends a body again where the token was refused', async () => {
      const client = await clientOf(await registered());
      const person = await connect(client);
      await spoil(person);
      const note = { text: 'milk' };
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(note) };
      const added = await client.fetchFor(person)(notes(), init);
      expect([added.status, await added.json(), gate.count()]).toEqual([201, note, 1]);
      // A token that is refused again soon after has another reason.
      await spoil(person);
      expect((await client.fetchFor(person)(notes())).status).toBe(401);
      expect(gate.count()).toBe(0);
    });

    it('who connects twice at once', async () => {
      const client = await clientOf(await registered());
      const person = unique();
      await Promise.all([connect(client, account, person), connect(client, account, person)]);
      expect((await client.fetchFor(person)(notes())).status).toBe(200);
    });

    it('and to no other host', async () => {
      const client = await clientOf(await registered());
      const person = await connect(client);
      const elsewhere = client.fetchFor(person)(`${server.url}/notes`);
      await expect(elsewhere).rejects.toThrow(`No token is sent to ${server.url}: it is not among apis`);
    });

    it('until the call is aborted', async () => {
      const client = await clientOf(await registered());
      const reason = new Error('enough');
      const aborted = client.fetchFor(await connect(client))(notes(), { signal: AbortSignal.abort(reason) });
      await expect(aborted).rejects.toBe(reason);
    });
  });

  /** As if the server had ended the access token alone. */
  async function spoil(person: string): Promise<void> {
    const tokens = await storedOf(person);
    const data = JSON.stringify({ ...tokens, accessToken: `${tokens.accessToken}x` });
    await dataSource.getRepository(StoredTokens).update({ person }, { data });
  }

  describe('refreshes once', () => {
    let options: ClientOptions;
    let processes: ClientProcess[];
    beforeAll(async () => {
      options = await registered();
      const begin = { options, database, ahead: EXPIRED };
      processes = await Promise.all([ClientProcess.start(begin), ClientProcess.start(begin)]);
    });
    afterAll(() => Promise.all(processes.map((each) => each.kill())));

    it('for 50 calls in two processes', async () => {
      const person = await connect(await clientOf(options));
      const outcomes = await Promise.all(processes.map((each) => each.call(25, notes(), person)));
      expect(outcomes.flat()).toEqual(Array(50).fill(200));
      expect(gate.count()).toBe(1);
    });

    it('and all 50 calls say so once where the access was taken back', async () => {
      const leaver = await signUp(server);
      const person = await connect(await clientOf(options), leaver);
      await takeBack(leaver);
      const outcomes = await Promise.all(processes.map((each) => each.call(25, notes(), person)));
      expect(outcomes.flat()).toEqual(Array(50).fill('AccessRevokedError'));
      expect(gate.count()).toBe(1);
      expect(await processes[0]!.call(1, notes(), person)).toEqual(['AccessRevokedError']);
      expect(gate.count()).toBe(0);
    });

    it('and another process goes on where one died with the answer on its way', async () => {
      const person = await connect(await clientOf(options));
      const dying = await ClientProcess.start({ options, database, ahead: EXPIRED });
      Object.assign(gate, { losing: 1, isSilent: true });
      const lost = gate.lost();
      void dying.call(1, notes(), person);
      await lost;
      await dying.kill();
      gate.isSilent = false;
      expect((await storedOf(person)).leasedUntil).toBeGreaterThan(Date.now() + EXPIRED);
      const next = await clientOf(options, EXPIRED + LEASE_OVER);
      expect((await next.fetchFor(person)(notes())).status).toBe(200);
      expect(gate.count()).toBe(2);
    });
  });

  describe('where the answer to a refresh is lost', () => {
    it('asks again at once', async () => {
      const options = await registered();
      const person = await connect(await clientOf(options));
      gate.losing = 1;
      expect((await (await clientOf(options, EXPIRED)).fetchFor(person)(notes())).status).toBe(200);
      expect(gate.count()).toBe(2);
    });

    it('twice, says so, and the next call works', async () => {
      const options = await registered();
      const person = await connect(await clientOf(options));
      const send = (await clientOf(options, EXPIRED)).fetchFor(person);
      gate.losing = 2;
      await expect(send(notes())).rejects.toThrow(IssuerUnavailableError);
      expect((await send(notes())).status).toBe(200);
    });

    it('and the application has no refresh_retry_window, the person has to sign in again', async () => {
      const options = await registered({ refresh_retry_window: 0 });
      const person = await connect(await clientOf(options));
      gate.losing = 1;
      const send = (await clientOf(options, EXPIRED)).fetchFor(person);
      await expect(send(notes())).rejects.toThrow(AccessRevokedError);
    });
  });

  describe('says', () => {
    it('that the access was taken back, though the token has not expired', async () => {
      const leaver = await signUp(server);
      const client = await clientOf(await registered());
      const send = client.fetchFor(await connect(client, leaver));
      expect((await send(notes())).status).toBe(200);
      await takeBack(leaver);
      let thrown: unknown;
      const isRefused = () =>
        send(notes()).then(
          () => false,
          (error: unknown) => (thrown = error) !== undefined,
        );
      await becomesSo(isRefused, 5_000);
      expect(thrown).toBeInstanceOf(AccessRevokedError);
      expect(thrown).toBeInstanceOf(SignInNeededError);
      expect(thrown).toMatchObject({ code: 'access_revoked', status: 401 });
    });

    it('that nobody signed in', async () => {
      const client = await clientOf(await registered());
      await expect(client.fetchFor('nobody')(notes())).rejects.toMatchObject({ code: 'sign_in_needed' });
    });

    it('why a sign-in failed', async () => {
      const client = await clientOf(await registered());
      const { url, pending } = await client.begin();
      const refused = await visit(server, account, url, { is_rejected: true });
      await expect(client.finish(refused, pending, 'bob')).rejects.toMatchObject({ reason: 'access_denied' });
      const other = await client.begin();
      const arrived = await visit(server, account, other.url);
      for (const kept of [pending, undefined]) {
        await expect(client.finish(arrived, kept, 'bob')).rejects.toThrow(SignInFailedError);
      }
      await client.finish(arrived, other.pending, 'bob');
      await expect(client.finish(arrived, other.pending, 'bob')).rejects.toMatchObject({ reason: 'invalid_grant' });
    });

    it('that the authorization server does not answer', async () => {
      const issuer = `http://localhost:${await freePort()}`;
      const client = await clientOf({ ...(await registered()), issuer });
      await expect(client.begin()).rejects.toThrow(IssuerUnavailableError);
    });
  });

  it('gives the access back', async () => {
    const leaver = await signUp(server);
    const client = await clientOf(await registered());
    const person = await connect(client, leaver);
    await client.forget(person);
    await expect(client.fetchFor(person)(notes())).rejects.toMatchObject({ code: 'sign_in_needed' });
    const { headers } = { headers: leaver.session };
    const { body } = await call<{ items: { connections: unknown[] }[] }>('GET', `${server.url}/api/grants`, {
      headers,
    });
    expect(body.items.flatMap(({ connections }) => connections)).toEqual([]);
    await client.forget(person);
  });
});

interface StoredAccess {
  accessToken: string;
  leasedUntil?: number;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { cnf?: { jkt: string } };
