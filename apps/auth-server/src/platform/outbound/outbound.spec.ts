import { getServers, setServers } from 'node:dns/promises';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { NameServer } from '../../../test/name-server';
import { OutboundError, type OutboundOptions, fetchOutbound } from './outbound';

const OPTIONS: OutboundOptions = { maxBytes: 100, timeoutMs: 5_000, allowLoopback: true };

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fetchOf = (url: string, options: Partial<OutboundOptions> = {}) => fetchOutbound(url, { ...OPTIONS, ...options });

const reasonOf = (url: string, options: Partial<OutboundOptions> = {}) =>
  fetchOf(url, options).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutboundError ? error.reason : error),
  );

describe('fetchOutbound', () => {
  it('brings status, headers and body', async () => {
    const url = await serve((_, response) => response.setHeader('x-one', 'two').end('grüße'));
    const { status, headers, body } = await fetchOf(`${url}/path?query=1`);
    expect({ status, body, one: headers['x-one'] }).toEqual({ status: 200, body: 'grüße', one: 'two' });
  });

  it('sends method, headers and body, and nothing of its own beside them', async () => {
    let seen: unknown;
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { host, ...headers } = request.headers;
        seen = { method: request.method, path: request.url, headers, text: Buffer.concat(chunks).toString() };
        response.end(host);
      });
    });
    const headers = { 'content-type': 'application/json' };
    const { body } = await fetchOf(`${url}/in`, { method: 'POST', headers, body: '{"ü":1}' });
    expect(body).toBe(new URL(url).host);
    expect(seen).toEqual({
      method: 'POST',
      path: '/in',
      headers: { ...headers, 'content-length': '8', 'accept-encoding': 'identity', connection: 'close' },
      text: '{"ü":1}',
    });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    let called = 0;
    const url = await serve((_, response) => {
      called += 1;
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    expect((await fetchOf(url)).status).toBe(status);
    expect(called).toBe(1);
  });

  it('reads an answer of the largest size, and no byte more', async () => {
    const url = await serve((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))));
    expect((await fetchOf(`${url}/100`)).body).toHaveLength(100);
    expect(await reasonOf(`${url}/101`)).toBe('too_large');
  });

  it('stops reading an answer without an end', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const url = await serve((_, response) => {
      closed = once(response, 'close');
      const timer = setInterval(() => response.write('x'.repeat(60)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await reasonOf(url)).toBe('too_large');
    await closed;
  });

  it('does not unpack what comes packed', async () => {
    const url = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end('packed'));
    expect((await fetchOf(url)).body).toBe('packed');
  });

  it.each<[string, RequestListener]>([
    ['says nothing', () => undefined],
    ['stops in the middle', (_, response) => void response.writeHead(200).write('half')],
  ])('waits for no answer that %s', async (_, listener) => {
    const url = await serve(listener);
    expect(await reasonOf(url, { timeoutMs: 100 })).toBe('too_slow');
  });

  it('does not wait for who switches protocols', async () => {
    const server = createTcpServer((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      ),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(await reasonOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toBe('unreachable');
    server.close();
  });

  it('is unreachable: a closed port, what is no HTTP, headers without measure', async () => {
    const tcp = createTcpServer(
      (socket) =>
        void socket
          .on('error', () => undefined)
          .resume()
          .end('no HTTP\r\n\r\n'),
    );
    await once(tcp.listen(0, '127.0.0.1'), 'listening');
    const closed = `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`;
    expect(await reasonOf(closed)).toBe('unreachable');
    tcp.close();
    await once(tcp, 'close');
    expect(await reasonOf(closed)).toBe('unreachable');
    const url = await serve((_, response) => response.setHeader('x-long', 'x'.repeat(20_000)).end());
    expect(await reasonOf(url)).toBe('unreachable');
  });

  it.each([
    'http://example.com/',
    'http://10.0.0.1/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'https:example.com',
    'https:///example.com',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://example.com/#fragment',
    'https://exa mple.com/',
    'https://example.com\\@127.0.0.1/',
    'example.com',
    '',
  ])('%j may not be called', async (url) => {
    expect(await reasonOf(url)).toBe('url_not_allowed');
  });

  it('calls this machine only where that is allowed', async () => {
    const url = await serve((_, response) => response.end('here'));
    const { port } = new URL(url);
    expect((await fetchOf(`http://localhost:${port}`)).body).toBe('here');
    expect(await reasonOf(url, { allowLoopback: false })).toBe('url_not_allowed');
    const secured = url.replace('http:', 'https:');
    expect(await reasonOf(secured, { allowLoopback: false })).toBe('unreachable');
    expect(await reasonOf(`https://localhost:${port}`, { allowLoopback: false })).toBe('unreachable');
    expect(await reasonOf(`https://sub.localhost:${port}`, { allowLoopback: false })).toBe('unreachable');
  });

  it.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[::ffff:7f00:1]/',
    'https://2130706433/',
    'https://0x7f.1/',
  ])('does not call %s', async (url) => {
    const error: unknown = await fetchOf(url, { allowLoopback: false }).catch((error: unknown) => error);
    expect(error).toMatchObject({ reason: 'unreachable', message: 'unreachable' });
    expect((error as Error).cause).toMatchObject({
      message: expect.stringContaining('is not called from here') as string,
    });
  });
});

describe('insecure hosts', () => {
  const insecureHosts = ['app.invalid'];

  it('are called by http, the names as they are and no other', async () => {
    expect(await reasonOf('http://app.invalid/', { insecureHosts })).toBe('unreachable');
    for (const url of ['http://app.invalid/', 'http://sub.app.invalid/', 'http://10.0.0.1/'])
      expect(await reasonOf(url, { insecureHosts: ['invalid', 'app'] })).toBe('url_not_allowed');
  });

  it('open no loopback to a server that is not there', async () => {
    expect(await reasonOf('http://localhost/', { insecureHosts, allowLoopback: false })).toBe('url_not_allowed');
  });
});

describe('names', () => {
  const before = getServers();
  let names: NameServer;
  let called: number;
  let port: string;

  beforeAll(async () => {
    names = await NameServer.start({
      'own.example.com': [['127.0.0.1']],
      'inner.example.com': [['10.0.0.1']],
      'inner6.example.com': [['fd00::1']],
      'mixed.example.com': [['1.1.1.1', '10.0.0.1']],
      'mixed6.example.com': [['1.1.1.1', 'fd00::1']],
      'rebound.example.com': [['127.0.0.1'], ['10.0.0.1']],
    });
    setServers([names.address]);
    // It speaks no TLS; only the connection counts.
    const tcp = createTcpServer((socket) => {
      called += 1;
      socket.on('error', () => undefined).destroy();
    });
    servers.push(tcp as Server);
    await once(tcp.listen(0, '127.0.0.1'), 'listening');
    port = String((tcp.address() as AddressInfo).port);
  });
  beforeEach(() => {
    called = 0;
  });
  afterAll(() => {
    setServers(before);
    names.stop();
  });

  const causeOf = (host: string, options: Partial<OutboundOptions> = {}) =>
    fetchOf(`https://${host}:${port}/`, options).catch((error: unknown) => String((error as Error).cause));

  it('that mean an inner address are not called, whichever of several it is', async () => {
    expect(await causeOf('own.example.com', { allowLoopback: false })).toMatch('127.0.0.1 is not called');
    for (const host of ['inner', 'mixed'])
      expect(await causeOf(`${host}.example.com`)).toMatch('10.0.0.1 is not called');
    for (const host of ['inner6', 'mixed6'])
      expect(await causeOf(`${host}.example.com`)).toMatch('fd00::1 is not called');
    expect(called).toBe(0);
  });

  it('that nobody knows are told from refused ones by nothing but the log', async () => {
    expect(await causeOf('unknown.example.com')).toMatch('the name has no address');
    expect(await reasonOf('https://unknown.example.com/')).toBe(await reasonOf('https://inner.example.com/'));
  });

  it('are asked once: the address that was checked is the one that is called', async () => {
    expect(await reasonOf(`https://rebound.example.com:${port}/`)).toBe('unreachable');
    expect(called).toBe(1);
    expect(names.asked.filter((name) => name === 'rebound.example.com')).toHaveLength(1);
    // A second look-up would get another address.
    expect(await causeOf('rebound.example.com')).toMatch('10.0.0.1 is not called');
    expect(called).toBe(1);
  });
});
