import { DEVICE_CODE } from '@consentry/test-support/world/allowed';
import { askForDevice, decideDevice, poll, showDevice } from '@consentry/test-support/world/devices';
import { EXCHANGE, PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { givenSite } from '@consentry/test-support/server/given';
import { type ServiceProcess, startProcesses } from '@consentry/test-support/server/processes';
import { TestServer } from '@consentry/test-support/server/server';
import { assertSound, storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  exchange,
  obtainCode,
  refresh,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

const MANY = 20;

const parameterOf = (location: string | null, name: string) => new URL(location ?? 'none:').searchParams.get(name);

/** Stored clients: only an approval may add one. */
const clientRows = async (server: { dataDir: string }) => ({
  clients: await storedRows<{ client_id: string }>(server, 'SELECT client_id FROM clients ORDER BY id'),
  uris: await storedRows(server, 'SELECT uri FROM client_redirect_uris ORDER BY id'),
  events: await storedRows<{ kind: string; client_id: string }>(
    server,
    "SELECT kind, client_id FROM events WHERE kind LIKE 'application.%' ORDER BY id",
  ),
});

describe('a metadata document that nobody has approved', () => {
  let server: TestServer;
  const site = givenSite();
  let account: Account;
  let paths = 0;

  beforeAll(async () => {
    server = await TestServer.start({ env: { DEVICE_GRANT_CLIENTS: 'all' } });
    account = await signUp(server);
  });
  afterAll(async () => {
    await assertSound(server);
    await server.stop();
  });

  beforeEach(() => server.advance({ minutes: 15 })); // resets the limits

  const serve = (metadata: object = {}) => site.serve(`/client-${(paths += 1)}`, metadata);
  const push = (client_id: string, more: Record<string, string> = {}) =>
    call<{ request_uri: string; error?: string; error_description?: string }>('POST', `${server.url}/oauth2/par`, {
      body: new URLSearchParams({
        client_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'notes:read',
        ...PKCE,
        ...more,
      }),
    });

  /** A call for each fresh document, and its expected status. */
  const STRANGERS: [string, number, (client_id: string) => Promise<{ status: number }>][] = [
    [
      'asks for consent while nobody is signed in',
      401,
      (id) => call('GET', authorizeUrl(server, applicationOf(id), PKCE)),
    ],
    [
      'asks for consent of an account that decides nothing',
      200,
      (id) => call('GET', authorizeUrl(server, applicationOf(id), PKCE), { headers: account.session }),
    ],
    [
      'wants to be answered without a question',
      400,
      (id) =>
        call('GET', authorizeUrl(server, applicationOf(id), { ...PKCE, prompt: 'none' }), { headers: account.session }),
    ],
    ['pushes a request', 201, (id) => push(id)],
    ['begins on a device', 200, (id) => askForDevice(server, { client_id: id })],
    [
      'calls the token endpoint',
      400,
      (id) =>
        call('POST', `${server.url}/oauth2/token`, {
          body: new URLSearchParams({ grant_type: 'authorization_code', client_id: id, code: 'none' }),
        }),
    ],
  ];

  it.each(STRANGERS)('adds no row of a client and no event where it %s', async (_, status, ask) => {
    const before = await clientRows(server);
    for (let n = 0; n < MANY; n += 1)
      expect((await ask(serve({ grant_types: ['authorization_code', DEVICE_CODE] }))).status).toBe(status);
    expect(await clientRows(server)).toEqual(before);
  });

  it('becomes one row with one event by the first approval, and stays that by the next', async () => {
    const before = await clientRows(server);
    const client = applicationOf(serve());
    const { client_id } = client;
    const code = await obtainCode(server, account, client, PKCE);
    expect((await exchange(server, client, code, EXCHANGE)).status).toBe(200);
    await obtainCode(server, await signUp(server), client, PKCE);
    expect(await clientRows(server)).toEqual({
      clients: [...before.clients, { client_id }],
      uris: [...before.uris, { uri: CALLBACK }],
      events: [...before.events, { kind: 'application.created', client_id }],
    });
  });

  it('becomes one row where two accounts approve at the same moment', async () => {
    const client = applicationOf(serve());
    const accounts = await Promise.all([signUp(server), signUp(server), signUp(server)]);
    const before = await clientRows(server);
    await Promise.all(accounts.map((one) => obtainCode(server, one, client, PKCE)));
    const after = await clientRows(server);
    expect(after.clients).toHaveLength(before.clients.length + 1);
    expect(after.events).toHaveLength(before.events.length + 1);
  });

  it('is told of a rejection by its redirect, and none', async () => {
    const before = await clientRows(server);
    const client = applicationOf(serve());
    const { sessionID } = await requestConsent(server, account, client, PKCE);
    const { status, headers } = await decide(server, account, sessionID, { is_rejected: true });
    expect([status, parameterOf(headers.get('location'), 'error')]).toEqual([301, 'access_denied']);
    const again = await decide(server, account, sessionID);
    expect([again.status, parameterOf(again.headers.get('location'), 'error')]).toEqual([301, 'invalid_request']);
    expect(await clientRows(server)).toEqual(before);
  });

  it('goes through the flow by a pushed request', async () => {
    const client_id = serve();
    const { request_uri } = (await push(client_id)).body;
    const asked = `client_id=${encodeURIComponent(client_id)}&request_uri=${encodeURIComponent(request_uri)}`;
    const url = `${server.url}/oauth2/authorize?${asked}`;
    const { body } = await call<{ sessionID: string }>('GET', url, { headers: account.session });
    const { headers } = await decide(server, account, body.sessionID);
    const code = parameterOf(headers.get('location'), 'code') ?? '';
    expect((await exchange(server, applicationOf(client_id), code, EXCHANGE)).status).toBe(200);
    expect((await call('GET', url, { headers: account.session })).status).toBe(400);
  });

  it('is not the client of a request that another document pushed, nor of its device code', async () => {
    const [one, other] = [serve({ grant_types: [DEVICE_CODE] }), serve({ grant_types: [DEVICE_CODE] })];
    const { request_uri } = (await push(serve())).body;
    const asked = `client_id=${encodeURIComponent(other)}&request_uri=${encodeURIComponent(request_uri)}`;
    const refused = await call('GET', `${server.url}/oauth2/authorize?${asked}`, { headers: account.session });
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_request_uri']);
    const device = (await askForDevice(server, { client_id: one })).body;
    expect((await poll(server, applicationOf(other), device)).body.error).toBe('invalid_grant');
    expect((await poll(server, applicationOf(one), device)).body.error).toBe('authorization_pending');
  });

  it('goes through the flow on a device, and adds a row by the approval alone', async () => {
    const before = await clientRows(server);
    const begin = async (client_id: string) => (await askForDevice(server, { client_id })).body;
    const [refused, approved] = [serve({ grant_types: [DEVICE_CODE] }), serve({ grant_types: [DEVICE_CODE] })];
    const rejected = await begin(refused);
    expect((await showDevice(server, account, rejected.user_code)).status).toBe(200);
    expect((await decideDevice(server, account, rejected.user_code, { is_rejected: true })).status).toBe(200);
    expect((await poll(server, applicationOf(refused), rejected)).body.error).toBe('access_denied');
    expect(await clientRows(server)).toEqual(before);

    const device = await begin(approved);
    expect((await decideDevice(server, account, device.user_code)).status).toBe(200);
    expect((await poll(server, applicationOf(approved), device)).status).toBe(200);
    expect((await clientRows(server)).clients).toEqual([...before.clients, { client_id: approved }]);
  });

  describe('and a request that it pushes', () => {
    const LIMIT = 4_096;

    it('may be as large as the limit of public clients, and no larger', async () => {
      const client_id = serve();
      // Within the limit of 2,048 bytes per parameter.
      const texts = { state: 'x'.repeat(1_500), nonce: 'x'.repeat(1_500) };
      expect((await push(client_id, texts)).status).toBe(201);
      const { status, body } = await push(client_id, { ...texts, login_hint: 'x'.repeat(1_500) });
      expect([status, body.error]).toEqual([413, 'invalid_request']);
      expect(body.error_description).toContain(String(LIMIT));
      const [longest] = await storedRows<{ n: number }>(
        server,
        'SELECT MAX(LENGTH(parameters)) AS n FROM pushed_requests',
      );
      expect(longest!.n).toBeLessThanOrEqual(LIMIT);
    });
  });
});

describe('a metadata document of which one process knows, and another does not', () => {
  let processes: ServiceProcess[];
  const site = givenSite();
  let account: Account;

  beforeAll(async () => {
    processes = await startProcesses(2);
    account = await signUp(processes[0]!);
  });
  afterAll(async () => {
    for (const { process } of processes) await process.stop();
  });

  it.each([
    ['approved', false, 'code', 1],
    ['rejected', true, 'error', 0],
  ])('is %s at the other, which fetches it', async (_, is_rejected, parameter, rows) => {
    const [here, there] = processes as [ServiceProcess, ServiceProcess];
    const path = `/${parameter}`;
    const client = applicationOf(site.serve(path));
    const { sessionID } = await requestConsent(here, account, client, PKCE);
    expect(site.timesFetched(path)).toBe(1);
    const { status, headers } = await decide(there, account, sessionID, { is_rejected });
    const value = parameterOf(headers.get('location'), parameter);
    expect([status, value]).toEqual([301, is_rejected ? 'access_denied' : expect.any(String)]);
    expect(site.timesFetched(path)).toBe(2);
    const { clients } = await clientRows(here.process);
    expect(clients.filter(({ client_id }) => client_id === client.client_id)).toHaveLength(rows);
    if (is_rejected) return;
    // The process that cached the unstored client finds the new row at once.
    const { status: exchanged, body } = await exchange(here, client, value ?? '', EXCHANGE);
    expect(exchanged).toBe(200);
    expect((await refresh(there, body.refresh_token)).status).toBe(200);
  });

  it('is not decided where its site is down: the session stays, and is decided once it is there again', async () => {
    const [here, there] = processes as [ServiceProcess, ServiceProcess];
    const path = '/down';
    const client = applicationOf(site.serve(path));
    const { sessionID } = await requestConsent(here, account, client, PKCE);
    site.answer(path, (response) => response.writeHead(503).end());
    const { status, body } = await decide(there, account, sessionID);
    expect([status, body['error']]).toEqual([400, 'invalid_client']);
    site.serve(path);
    expect((await decide(there, account, sessionID)).status).toBe(301);
  });
});
