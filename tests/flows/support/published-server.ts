import { decodeJwt } from 'jose';
import { TOKEN_EXCHANGE, registerAllowed } from '@consentry/test-support/world/allowed';
import { basicOf } from '@consentry/test-support/world/devices';
import { NOTES } from '@consentry/test-support/world/introspected';
import { type Entry, isAcceptedByEntries, readEntries } from '@consentry/test-support/world/judge-by-entries';
import { TestServer } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Answer,
  type Application,
  type Tokens,
  call,
  obtainTokens,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

const scope = (name: string) => ({ name, description: `Use ${name}` });
const RESOURCE = {
  url: NOTES,
  name: 'Notes',
  scopes: [scope('notes:read'), scope('notes:write')],
  client_credentials_clients: '*',
  token_exchange_clients: '*',
};

const ENV = { DYNAMIC_REGISTRATION: 'open', SESSION_TTL: '8640000' };

/** A server whose tokens are judged by introspection and, independently, by the entries that it publishes. */
export class PublishedServer {
  /** An account, a developer and the developer's application: new ones for each test. */
  account!: Account;
  developer!: Account;
  client!: Application;
  /** Its clock stands still: only `advance` moves it. */
  now!: number;

  readonly server = new TestServer();
  private service!: Application;

  async start(): Promise<void> {
    const env = { ...ENV, ...settingsOf([RESOURCE]) };
    await this.server.start({ env });
    this.service = await register(this.server, await signUp(this.server));
    settingsOf([{ ...RESOURCE, introspection_clients: [this.service.client_id] }], env.RESOURCES_FILE);
    await this.server.restart(env);
  }

  async begin(): Promise<void> {
    // Resets the limits.
    await this.advance({ minutes: 61 });
    [this.account, this.developer] = [await signUp(this.server), await signUp(this.server)];
    this.client = await register(this.server, this.developer);
  }

  async advance(time: Parameters<TestServer['advance']>[0]): Promise<void> {
    await this.server.advance(time);
    this.now = await this.server.freeze();
  }

  entries = (): Promise<Entry[]> => readEntries(this.server);

  /** What an action adds to the entries, without their versions. */
  async published(action: () => Promise<unknown>): Promise<Omit<Entry, 'version'>[]> {
    const last = (await this.entries()).at(-1)?.version ?? 0;
    await action();
    const added = (await this.entries()).filter(({ version }) => version > last);
    return added.map(({ version: _, ...entry }) => entry);
  }

  /** Whether a token is good, in which introspection and the entries must agree. */
  async accepts(token: string): Promise<boolean> {
    const { client_id, client_secret } = this.service;
    const answer = await this.post('/oauth2/introspect', { token, client_id, client_secret });
    const byEntries = isAcceptedByEntries(token, await this.entries());
    expect([answer.status, answer.body['active']]).toEqual([200, byEntries]);
    return byEntries;
  }

  tokens = (override: Record<string, string> = {}, by = this.account, to = this.client) =>
    obtainTokens(this.server, by, to, override);

  post<Body = Record<string, unknown>>(
    path: string,
    body: Record<string, string>,
    headers = {},
  ): Promise<Answer<Body>> {
    return call('POST', this.server.url + path, { headers, body: new URLSearchParams(body) });
  }

  /** A call of /api. @returns the answer's status. */
  async send({ session }: Account, method: string, path: string, body?: object): Promise<number> {
    return (await call(method, this.server.url + path, { headers: session, ...(body && { body }) })).status;
  }

  async enable(enabled: boolean, { client_id } = this.client): Promise<void> {
    expect(await this.send(this.developer, 'PATCH', `/api/applications/${client_id}`, { enabled })).toBe(200);
  }

  /** @returns how the account's grant for an application is called. */
  async grantPath({ client_id } = this.client): Promise<string> {
    const answer = await call<{ items: { id: string; client: { client_id: string } }[] }>(
      'GET',
      `${this.server.url}/api/grants`,
      { headers: this.account.session },
    );
    return `/api/grants/${answer.body.items.find(({ client }) => client.client_id === client_id)!.id}`;
  }

  async endGrant(): Promise<void> {
    expect(await this.send(this.account, 'DELETE', await this.grantPath())).toBe(204);
  }

  registerExchanger(): Promise<Application> {
    const allowed = { grantTypes: [TOKEN_EXCHANGE, 'client_credentials'], ownScopes: ['notes:read'] };
    return registerAllowed(this.server, this.developer, allowed);
  }

  /** An application's own token (RFC 6749 §4.4). */
  async ownToken(by: Application): Promise<string> {
    return (await this.post<Tokens>('/oauth2/token', { grant_type: 'client_credentials' }, basicOf(by))).body
      .access_token;
  }

  /** A token exchanged by an application (RFC 8693). */
  async exchanged(by: Application, subject_token: string): Promise<string> {
    const request = { grant_type: TOKEN_EXCHANGE, subject_token, subject_token_type: ACCESS_TOKEN };
    return (await this.post<Tokens>('/oauth2/token', request, basicOf(by))).body.access_token;
  }
}

/** For the tests of a block, each with accounts and an application of its own. */
export function givenPublishedServer(): PublishedServer {
  const world = new PublishedServer();
  beforeAll(() => world.start());
  afterAll(() => world.server.stop());
  beforeEach(() => world.begin());
  return world;
}

/** What an access token says of its grant, beside the family. */
export function grantClaimsOf(token: string): { ge?: number; rv?: number; gc?: string } {
  const { ge, rv, gc } = decodeJwt<{ ge?: number; rv?: number; gc?: string }>(token);
  return { ...(ge !== undefined && { ge }), ...(rv !== undefined && { rv }), ...(gc !== undefined && { gc }) };
}
