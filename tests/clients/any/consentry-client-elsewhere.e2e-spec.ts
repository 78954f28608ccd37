import { NodeSqlite } from '@consentry/typeorm-node-sqlite';
import { type ClientOptions, ConsentryClient } from '@consentry/client';
import { StoredTokens, TypeOrmTokenStore } from '@consentry/client/typeorm';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { startClientApp } from '../support/client-app';
import { ClientProcess } from '../support/client-process';
import { describeInstalled } from '@consentry/test-support/run/installed';
import { isRegistryThere } from '../support/npm-registry';
import {
  type OtherServer,
  installOtherServers,
  startOtherServer,
  visitBetterAuth,
  visitOidcProvider,
} from '../support/other-server';
import { freePort } from '@consentry/test-support/server/ports';
import { freshDir } from '@consentry/test-support/server/server';
import { TokenGate } from '../support/token-gate';
import { CALLBACK, call, unique } from '@consentry/test-support/world/world';

const OIDC_PROVIDER = { program: 'oidc-provider.mjs', path: '', visit: visitOidcProvider };
const BETTER_AUTH = { program: 'better-auth.mjs', path: '/api/auth', visit: visitBetterAuth };

interface Seen extends OtherServer {
  /** What a call answers after the answer to its refresh was lost: a status, or an error's name. */
  readonly afterLostAnswer: number | string;
}

const SERVERS: readonly Seen[] = [
  { name: 'oidc-provider', ...OIDC_PROVIDER, settings: {}, afterLostAnswer: 200 },
  {
    name: 'oidc-provider with rotateRefreshToken',
    ...OIDC_PROVIDER,
    settings: { rotates: true },
    afterLostAnswer: 'AccessRevokedError',
  },
  { name: 'better-auth', ...BETTER_AUTH, settings: {}, afterLostAnswer: 'AccessRevokedError' },
  {
    name: 'better-auth with refreshTokenReuseInterval',
    ...BETTER_AUTH,
    settings: { refreshTokenReuseInterval: 30 },
    afterLostAnswer: 200,
  },
];

/** Of an application: a title, how it authenticates, and its options. */
type Kind = [string, string, Partial<ClientOptions>];
const KINDS: readonly Kind[] = [
  ['a confidential application', 'client_secret_basic', {}],
  ['a public application', 'none', {}],
  ['a confidential application with tokens bound to a key', 'client_secret_basic', { useDpop: true }],
  ['a public application with tokens bound to a key', 'none', { useDpop: true }],
];
const PUSHED: Kind = ['a confidential application with a pushed request', 'client_secret_basic', { usePar: true }];

/** Longer than their access tokens last. */
const EXPIRED = 2 * 3_600_000;

interface Metadata {
  readonly registration_endpoint: string;
  readonly revocation_endpoint: string;
  readonly token_endpoint: string;
  readonly userinfo_endpoint: string;
}

describeInstalled('@consentry/client with other servers', isRegistryThere(), "npm's registry", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await installOtherServers();
  }, 600_000);

  describe.each(SERVERS)('$name', (other) => {
    let gate: TokenGate;
    let stop: () => Promise<void>;
    let metadata: Metadata;
    let database: DataSourceOptions;
    let dataSource: DataSource;
    let options: ClientOptions;
    let processes: ClientProcess[];
    const apps: { close(): Promise<void> }[] = [];

    beforeAll(async () => {
      gate = await TokenGate.start();
      const port = await freePort();
      gate.leadTo(port);
      const issuer = `${gate.url}${other.path}`;
      stop = await startOtherServer(other, { folder, issuer, port });
      metadata = (await call<Metadata>('GET', `${issuer}/.well-known/openid-configuration`)).body;
      database = { type: 'better-sqlite3', driver: NodeSqlite, database: join(freshDir(), 'app.sqlite') };
      dataSource = await new DataSource({ ...database, entities: [StoredTokens], synchronize: true }).initialize();
      options = await registered('client_secret_basic');
      const begin = { options, database, ahead: EXPIRED };
      processes = await Promise.all([ClientProcess.start(begin), ClientProcess.start(begin)]);
    });
    afterAll(async () => {
      await Promise.all([...apps.map((app) => app.close()), ...processes.map((each) => each.kill())]);
      await Promise.all([stop(), gate.stop(), dataSource.destroy()]);
    });

    /** Registers an application (RFC 7591). @returns its options. */
    async function registered(method: string): Promise<ClientOptions> {
      const body = {
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: method,
      };
      const answer = await call<Registered>('POST', metadata.registration_endpoint, { body });
      if (answer.body.client_id === undefined) throw new Error(answer.text);
      return {
        issuer: `${gate.url}${other.path}`,
        clientId: answer.body.client_id,
        clientSecret: answer.body.client_secret,
        redirectUri: CALLBACK,
        scopes: ['openid', 'offline_access'],
        apis: [gate.url],
      };
    }

    async function clientOf(own: ClientOptions, ahead = 0): Promise<ConsentryClient> {
      const app = await startClientApp({ store: new TypeOrmTokenStore(dataSource), ...own }, ahead);
      apps.push(app);
      return app.get(ConsentryClient);
    }

    /** Signs a person in. @returns the person's key. */
    async function connect(client: ConsentryClient): Promise<string> {
      const { url, pending } = await client.begin({ prompt: 'consent' });
      const { person } = await client.finish(await other.visit(url), pending, unique());
      gate.count();
      return person;
    }

    const storedOf = async (person: string) =>
      JSON.parse((await dataSource.getRepository(StoredTokens).findOneByOrFail({ person })).data) as Stored;
    const callOf = async (client: ConsentryClient, person: string) =>
      client
        .fetchFor(person)(metadata.userinfo_endpoint)
        .then(
          ({ status }) => status,
          (error: Error) => error.name,
        );

    it.each(other.program === OIDC_PROVIDER.program ? [...KINDS, PUSHED] : KINDS)(
      'signs a person in, calls and refreshes, as %s',
      async (_, method, own) => {
        const settings = { ...(await registered(method)), ...own };
        const client = await clientOf(settings);
        const { url, pending } = await client.begin({ prompt: 'consent' });
        expect(url.searchParams.has('request_uri')).toBe(own.usePar === true);
        const { person, claims } = await client.finish(await other.visit(url), pending);
        const answer = await client.fetchFor(person)(metadata.userinfo_endpoint);
        expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ sub: claims?.['sub'] })]);
        const before = await storedOf(person);
        expect(before.dpop !== undefined).toBe(own.useDpop === true);
        expect(await callOf(await clientOf(settings, EXPIRED), person)).toBe(200);
        expect((await storedOf(person)).accessToken).not.toBe(before.accessToken);
      },
    );

    it('is asked once for 50 calls in two processes', async () => {
      const person = await connect(await clientOf(options));
      const outcomes = await Promise.all(processes.map((each) => each.call(25, metadata.userinfo_endpoint, person)));
      expect(outcomes.flat()).toEqual(Array(50).fill(200));
      expect(gate.count()).toBe(1);
    });

    it(`answers ${other.afterLostAnswer} where the answer to a refresh was lost`, async () => {
      const person = await connect(await clientOf(options));
      const later = await clientOf(options, EXPIRED);
      gate.losing = 1;
      expect(await callOf(later, person)).toBe(other.afterLostAnswer);
      expect(await callOf(later, person)).toBe(other.afterLostAnswer);
      expect(gate.count()).toBe(2);
    });

    it(`answers ${other.afterLostAnswer} to the next call where two answers were lost`, async () => {
      const person = await connect(await clientOf(options));
      const later = await clientOf(options, EXPIRED);
      gate.losing = 2;
      expect(await callOf(later, person)).toBe('IssuerUnavailableError');
      expect(await callOf(later, person)).toBe(other.afterLostAnswer);
      expect(gate.count()).toBe(3);
    });

    it('gives all 50 calls one error where it revoked the token, and is asked once', async () => {
      const person = await connect(await clientOf(options));
      await revoke((await storedOf(person)).refreshToken);
      const outcomes = await Promise.all(processes.map((each) => each.call(25, metadata.userinfo_endpoint, person)));
      expect(outcomes.flat()).toEqual(Array(50).fill('AccessRevokedError'));
      expect(gate.count()).toBe(1);
      expect(await callOf(await clientOf(options), await connect(await clientOf(options)))).toBe(200);
    });

    it('gets the access back', async () => {
      const client = await clientOf(options);
      const person = await connect(client);
      const { refreshToken } = await storedOf(person);
      await client.forget(person);
      expect(await callOf(client, person)).toBe('SignInNeededError');
      const refreshed = await asApplication(metadata.token_endpoint, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      });
      expect([refreshed.status, refreshed.body]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
    });

    async function revoke(token: string): Promise<void> {
      const { status, text } = await asApplication(metadata.revocation_endpoint, { token });
      if (status !== 200) throw new Error(text);
    }

    const asApplication = (url: string, fields: Record<string, string>) => {
      const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64');
      const headers = { authorization: `Basic ${credentials}` };
      return call('POST', url, { headers, body: new URLSearchParams(fields) });
    };
  });
});

interface Registered {
  client_id?: string;
  client_secret?: string;
}

interface Stored {
  accessToken: string;
  refreshToken: string;
  dpop?: object;
}
