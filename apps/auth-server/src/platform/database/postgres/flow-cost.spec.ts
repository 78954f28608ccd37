import { Client, type QueryConfig } from 'pg';
import { serveHere } from '../../../../test/every-statement';
import { dropFreshDatabases, freshDatabase } from '@consentry/test-support/postgres/databases';
import { freshDir } from '@consentry/test-support/server/server';
import { decide, exchange, obtainTokens, register, requestConsent, signUp } from '@consentry/test-support/world/world';
import { ClientRepository } from '../../../model/clients/client.repository';
import { Changes } from '../changes';
import type { PostgresChanges } from './postgres-changes';

/** The tables that a flow reads or writes; applications are cached for some seconds. */
const OF_A_FLOW = /\b(accounts|sign_in_sessions|consent_sessions|grants|authorization_codes|events)\b/;

describe('a flow on PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof serveHere>>;

  beforeAll(async () => {
    server = await serveHere({ DATA_DIR: freshDir(), DATABASE_URL: await freshDatabase() });
  }, 30_000);
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await server.app.close();
    await dropFreshDatabases();
  });

  it('is two statements for the screen, two to find it and a unit of four for the decision, two for the tokens', async () => {
    const account = await signUp(server);
    const application = await register(server, account);
    // The first flow prepares statements and connections.
    await obtainTokens(server, account, application);
    const sent = jest.spyOn(Client.prototype, 'query');
    /** Counts the statements of a call, without those of background jobs. */
    const countOf = async <T>(work: Promise<T>): Promise<[number, T]> => {
      sent.mockClear();
      const answer = await work;
      const texts = sent.mock.calls.map(([statement]) => (statement as unknown as QueryConfig).text);
      return [texts.filter((text) => OF_A_FLOW.test(text)).length, answer];
    };
    const [screen, { sessionID }] = await countOf(requestConsent(server, account, application));
    const [decision, { headers }] = await countOf(decide(server, account, sessionID));
    const code = new URL(headers.get('location')!).searchParams.get('code')!;
    const [tokens, { status }] = await countOf(exchange(server, application, code));
    expect(status).toBe(200);
    expect([screen, decision, tokens]).toEqual([2, 2 + 4, 2]);
  }, 30_000);

  it('reads an application once for all who need it at the same time, and again once it may have changed', async () => {
    const account = await signUp(server);
    const { client_id: clientId } = await register(server, account);
    const [clients, changes] = [server.app.get(ClientRepository), server.app.get(Changes)];
    const sent = jest.spyOn(Client.prototype, 'query');
    const countReads = () =>
      sent.mock.calls.filter(([statement]) => / FROM clients /.test((statement as unknown as QueryConfig).text)).length;
    const findTen = () => Promise.all(Array.from({ length: 10 }, () => clients.find(clientId)));
    for (const found of await findTen()) expect(found).toMatchObject({ clientId, enabled: true });
    expect(countReads()).toBe(1);
    const change = () => (changes as PostgresChanges).bump('clients');
    change();
    const early = findTen();
    await new Promise((resolve) => setImmediate(resolve));
    // A read from before the change must not answer a call after it.
    change();
    await Promise.all([early, findTen()]);
    expect(countReads()).toBe(3);
  }, 30_000);
});
