import { FeedReader, readSnapshot } from '@consentry/test-support/world/feed-reader';
import { givenServer } from '@consentry/test-support/server/given';
import { IntrospectedServer } from '@consentry/test-support/world/introspected';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { call } from '@consentry/test-support/world/world';

const PATH = '/oauth2/revocations';

describe('an address, where loopback counts', () => {
  const server = givenServer({ env: { MAX_CONNECTIONS_PER_ADDRESS: '100' } });

  it('has six whole snapshots a minute; the rest and 304 do not count', async () => {
    const { log, v } = await readSnapshot(server);
    const { headers } = await call('GET', server.url + PATH);
    const etag = headers.get('etag')!;
    for (let count = 0; count < 20; count += 1) {
      await readSnapshot(server, { query: `?since=${v}&log=${log}` });
      expect((await call('GET', server.url + PATH, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await call('GET', server.url + PATH)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const refused = await call('GET', `${server.url}${PATH}?since=99&log=${log}`);
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    const wait = Number(refused.headers.get('retry-after'));
    expect([wait > 50, wait <= 60]).toEqual([true, true]);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    await addRevocation(server, { kind: 'family', subject: 'a' });
    expect((await readSnapshot(server, { query: `?since=${v}&log=${log}` })).entries).toHaveLength(1);
  });

  it('has 32 streams, then 503 with Retry-After; another address has its own', async () => {
    const readers = await Promise.all(Array.from({ length: 32 }, () => FeedReader.open(server)));
    await expect(FeedReader.open(server)).rejects.toMatchObject({ cause: 503 });
    const { status, headers } = await call('GET', `${server.url}${PATH}/events`);
    expect([status, headers.get('retry-after')]).toEqual([503, '30']);
    const other = await FeedReader.open(server, { localAddress: '127.0.0.2' });
    other.close();
    readers[0]!.close();
    await server.logged(`${PATH}/events","status":200`);
    const next = await FeedReader.open(server);
    for (const reader of [...readers, next]) reader.close();
  });
});

describe('an address that a trusted proxy forwards', () => {
  const server = givenServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } });

  it('has its own snapshots and streams', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    for (let count = 0; count < 6; count += 1) await readSnapshot(server, { headers: from('192.0.2.1') });
    await expect(readSnapshot(server, { headers: from('192.0.2.1') })).rejects.toThrow(/^snapshot: 429/);
    await readSnapshot(server, { headers: from('192.0.2.2') });
    const open = (address: string) => FeedReader.open(server, { headers: from(address) });
    const readers = await Promise.all(Array.from({ length: 32 }, () => open('192.0.2.1')));
    await expect(open('192.0.2.1')).rejects.toMatchObject({ cause: 503 });
    readers.push(await open('192.0.2.2'));
    for (const reader of readers) reader.close();
  });
});

describe('REVOCATION_FEED=resources', () => {
  let served: IntrospectedServer;

  beforeAll(async () => {
    served = await IntrospectedServer.start();
    await served.restart({ REVOCATION_FEED: 'resources' });
  });
  afterAll(() => served.server.stop());

  const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
  const read = (path: string, headers: Record<string, string>) =>
    call('GET', served.server.url + path, { headers: { ...headers } });

  it.each([PATH, `${PATH}/events`])(
    '%s wants the credentials of an introspection client of a resource',
    async (path) => {
      const { client, notesService, photosService } = served;
      const none = await read(path, {});
      expect([none.status, none.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Basic /) as string,
      ]);
      const wrong = await read(path, basic(notesService.client_id, photosService.client_secret));
      expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_client']);
      const other = await read(path, basic(client.client_id, client.client_secret));
      expect([other.status, other.body['error']]).toEqual([403, 'access_denied']);
      expect((await read(path, { authorization: 'Bearer abc' })).status).toBe(401);
    },
  );

  it('answers such a client, and no cache keeps it for others', async () => {
    const { notesService: service, server } = served;
    const headers = basic(service.client_id, service.client_secret);
    await readSnapshot(server, { headers });
    expect((await read(PATH, headers)).headers.get('cache-control')).toBe('private, max-age=5');
    const reader = await FeedReader.open(server, { headers });
    await reader.named('hello');
    reader.close();
  });
});
