import { type RequestOptions, request } from 'node:http';
import { readPage, pageUrl } from '@consentry/test-support/world/feed-reader';
import { givenServer } from '@consentry/test-support/server/given';
import { IntrospectedServer } from '@consentry/test-support/world/introspected';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { call } from '@consentry/test-support/world/world';

const PATH = '/oauth2/revocations';
const PLACES = 500;

/** A call that waits, on a connection of its own. */
function waitAt(url: string, options: RequestOptions = {}) {
  const sent = request(url, { agent: false, ...options });
  sent.on('error', () => undefined).end();
  const answer = new Promise<string | undefined>((resolve) =>
    sent.once('response', (response) => resolve(response.resume().headers['retry-after'])),
  );
  return { answer, hangUp: () => sent.destroy() };
}

/** Settles when as many have their answer. */
const some = (count: number, waiting: ReturnType<typeof waitAt>[]) =>
  new Promise<void>((resolve) => {
    let missing = count;
    for (const { answer } of waiting) void answer.then(() => --missing === 0 && resolve());
  });

describe('a network', () => {
  const server = givenServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('has 500 places to wait, from whatever addresses; who finds none is answered at once, and asks again', async () => {
    const { next } = await readPage(server);
    const url = pageUrl(server, { after: next, wait: '25' });
    const waiting = Array.from({ length: PLACES + 20 }, (_, at) =>
      waitAt(url, { headers: from(`192.0.2.${at % 250}`) }),
    );
    await some(20, waiting);
    const refused = await call('GET', url, { headers: from('192.0.2.251') });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([200, '1']);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    const other = waitAt(url, { headers: from('198.51.100.1') });
    await readPage(server);
    await addRevocation(server, { kind: 'family', subject: 'a' });
    expect(await other.answer).toBeUndefined();
    const answers = await Promise.all(waiting.map(({ answer }) => answer));
    expect([answers.filter((wait) => wait === '1').length, answers.length]).toEqual([20, PLACES + 20]);
  });

  it('gets a place back when a caller hangs up', async () => {
    const { next } = await readPage(server);
    const url = pageUrl(server, { after: next, wait: '25' });
    const waiting = Array.from({ length: PLACES + 1 }, () => waitAt(url, { headers: from('192.0.2.1') }));
    await some(1, waiting);
    waiting.forEach(({ hangUp }) => hangUp());
    const short = () => call('GET', pageUrl(server, { after: next, wait: '1' }), { headers: from('192.0.2.1') });
    while ((await short()).headers.get('retry-after') !== null);
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
  const read = (headers: Record<string, string>) => call('GET', served.server.url + PATH, { headers: { ...headers } });

  it('wants the credentials of an introspection client of a resource', async () => {
    const { client, notesService, photosService } = served;
    const none = await read({});
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic /) as string,
    ]);
    const wrong = await read(basic(notesService.client_id, photosService.client_secret));
    expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_client']);
    const other = await read(basic(client.client_id, client.client_secret));
    expect([other.status, other.body['error']]).toEqual([403, 'access_denied']);
    expect((await read({ authorization: 'Bearer abc' })).status).toBe(401);
  });

  it('answers such a client, and no cache keeps it for others', async () => {
    const { notesService: service, server } = served;
    const headers = basic(service.client_id, service.client_secret);
    await readPage(server, { headers });
    await addRevocation(server, { kind: 'family', subject: 'a' });
    expect((await read(headers)).headers.get('cache-control')).toBe('private, max-age=1');
  });
});

describe('an open feed', () => {
  it('takes wrong credentials for none', async () => {
    const served = await IntrospectedServer.start();
    const headers = { authorization: `Basic ${btoa('unknown:wrong')}` };
    expect((await call('GET', served.server.url + PATH, { headers })).status).toBe(200);
    await served.server.stop();
  });
});
