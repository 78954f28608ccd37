import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { MAIN, TestServer } from '@consentry/test-support/server/server';
import { call } from '@consentry/test-support/world/world';

const REQUEST = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
const REFUSED = 'connections are refused';
const RUN_OUT = 'the process has run out of file descriptors';

describe('connections', () => {
  const open: Socket[] = [];
  let server: TestServer;

  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await server.stop();
  });

  /** Opens a connection. @returns it, or `null` if the server closed it without an answer. */
  const connectTo = async ({ port }: TestServer): Promise<Socket | null> => {
    const socket = connect(port, '127.0.0.1');
    // A refused connection may be reset.
    socket.on('error', () => undefined);
    socket.write(REQUEST);
    const isAnswered = await Promise.race([
      once(socket, 'data').then(
        () => true,
        () => false,
      ),
      once(socket, 'close').then(() => false),
    ]);
    if (isAnswered) open.push(socket);
    return isAnswered ? socket : null;
  };
  const countAccepted = async (tries: number) => {
    const tried = await Promise.all(Array.from({ length: tries }, () => connectTo(server)));
    return tried.filter((socket) => socket !== null).length;
  };
  /** A closed connection keeps its place until the server notices. */
  const connectAtLast = async () => {
    while ((await connectTo(server)) === null);
  };

  it('of one address are no more than MAX_CONNECTIONS_PER_ADDRESS, and one that ends makes room', async () => {
    server = await TestServer.start({ env: { MAX_CONNECTIONS_PER_ADDRESS: '5' } });
    expect(await countAccepted(30)).toBe(5);
    await server.logged(REFUSED);
    expect(server.output.split(REFUSED)).toHaveLength(2);
    await server.logged('"setting":"MAX_CONNECTIONS_PER_ADDRESS"');
    open.pop()!.destroy();
    await connectAtLast();
    expect(await connectTo(server)).toBeNull();
  });

  it('are told of in the log once a minute while they are refused', async () => {
    server = await TestServer.start({ env: { MAX_CONNECTIONS_PER_ADDRESS: '5' } });
    await countAccepted(30);
    await server.logged('"refused":1');
    await server.advance({ seconds: 60 });
    expect(await countAccepted(1)).toBe(0);
    await server.logged('"refused":25');
    expect(server.output.split(REFUSED)).toHaveLength(3);
  });

  it('are no more than MAX_CONNECTIONS in all, but for some of this machine, which asks how the server is', async () => {
    server = await TestServer.start({ env: { MAX_CONNECTIONS: '5' } });
    expect(await countAccepted(50)).toBe(5 + 16);
    await server.logged('"setting":"MAX_CONNECTIONS"');
    open.pop()!.destroy();
    await connectAtLast();
  });

  it('of this machine count for MAX_CONNECTIONS alone where nothing else is set', async () => {
    server = await TestServer.start();
    expect(await countAccepted(150)).toBe(150);
  });

  it('have 16 requests under way at most: what is sent ahead of the answers is not bounded by the connections', async () => {
    server = await TestServer.start();
    const answersTo = async (requests: number) => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
      let text = '';
      socket.on('data', (data) => (text += String(data)));
      socket.end(REQUEST.repeat(requests));
      await once(socket, 'close');
      return text.split('HTTP/1.1 200').length - 1;
    };
    expect(await answersTo(16)).toBe(16);
    expect(await answersTo(500)).toBeLessThanOrEqual(16);
    expect(await answersTo(16)).toBe(16);
  });

  it('that are idle are kept for long only where a proxy is trusted, which may be sending into them', async () => {
    const keptBy = async () => (await call('GET', `${server.url}/health/live`)).headers.get('keep-alive');
    server = await TestServer.start();
    expect(await keptBy()).toBe('timeout=30');
    await server.stop();
    server = await TestServer.start({ env: { TRUSTED_PROXIES: '127.0.0.1, ::1' } });
    expect(await keptBy()).toBe('timeout=620');
  });

  it('of a trusted proxy are not counted by address', async () => {
    server = await TestServer.start({ env: { MAX_CONNECTIONS_PER_ADDRESS: '5', TRUSTED_PROXIES: '127.0.0.1' } });
    expect(await countAccepted(30)).toBe(30);
  });

  it('that find too few file descriptors are one line of the log, and those that are open are served in full', async () => {
    const most = 96;
    const limited = ['-c', `ulimit -n ${most} && exec '${process.execPath}' "$0"`];
    server = await TestServer.spawn(MAIN, {}, limited, '/bin/sh');
    await server.ready();
    const accepted = await countAccepted(2 * most);
    expect(accepted).toBeGreaterThan(10);
    expect(accepted).toBeLessThan(most);
    await server.logged(RUN_OUT);
    expect(server.output).toMatch(
      new RegExp(`"level":"warn",.*"code":"EMFILE","used":\\d+,"limit":${most},"connections":\\d+,"help":.*${RUN_OUT}`),
    );
    // More looks, more closed callers, and a request on a connection that is open.
    expect(await countAccepted(most)).toBe(0);
    const [socket] = open;
    socket!.write(REQUEST);
    expect(String(await once(socket!, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    // The first hash of a password opens files.
    const body = JSON.stringify({ email: 'ada@example.com', name: 'Ada', password: 'a good password' });
    const length = Buffer.byteLength(body);
    const head = `POST /api/accounts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}`;
    socket!.write(`${head}\r\n\r\n${body}`);
    expect(String(await once(socket!, 'data'))).toMatch(/^HTTP\/1\.1 201 /);
    for (const each of open.splice(0)) each.destroy();
    await connectAtLast();
    expect(server.output.split(RUN_OUT)).toHaveLength(2);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

/** Takes all file descriptors, then calls. */
const CALL = `
  const { closeSync, openSync } = require('node:fs');
  const { fetchOutbound } = require(process.env.OUTBOUND);
  const taken = [];
  try { for (;;) taken.push(openSync('/dev/null', 'r')); } catch {}
  fetchOutbound('http://localhost:1/', { maxBytes: 1, timeoutMs: 5_000, allowLoopback: true }).catch(({ reason }) => {
    for (const each of taken) closeSync(each);
    console.log(reason);
  });`;

it('a call to another server that finds no file descriptor fails alone', () => {
  const OUTBOUND = join(dirname(MAIN), 'platform/outbound/outbound.js');
  const limited = ['-c', `ulimit -n 64 && exec '${process.execPath}' -e "$0"`, CALL];
  expect(execFileSync('/bin/sh', limited, { encoding: 'utf8', env: { OUTBOUND } })).toBe('unreachable\n');
});
