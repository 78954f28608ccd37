import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Callers } from '../support/callers';
import { DATABASE_FILES } from '@consentry/test-support/server/engine';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { Newcomers } from '../support/newcomers';
import { Pool } from '../support/pool';
import { TestServer } from '@consentry/test-support/server/server';
import { assertSound, storedRows } from '@consentry/test-support/server/stored';
import {
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';
import { SIZE } from '@consentry/test-support/run/sizes';

const filesIn = (server: TestServer) => readdirSync(server.dataDir).sort();
const FILES = [...DATABASE_FILES, 'master.key'];

const ROUNDS = SIZE.stops;

async function refusesConnections({ port }: TestServer): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [error] = await Promise.race([once(socket, 'connect').then(() => [undefined]), once(socket, 'error')]).catch(
    (failure: unknown) => [failure],
  );
  socket.destroy();
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
}

/** Signals may arrive twice: from a terminal and npm, or systemd and a supervisor. */
const SIGNALS = [
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
] as const;

describe('a server that is told to stop', () => {
  it.each(SIGNALS.slice(0, SIZE.stops))(
    'answers what it accepted under load, on %s and %s, and loses none',
    async (first, second) => {
      const server = await TestServer.start();
      const account = await signUp(server);
      const application = await register(server, account);
      const families = await Promise.all(Array.from({ length: 16 }, () => obtainTokens(server, account, application)));

      const callers = new Callers([server], families);
      await callers.hear(200);
      server.child.kill(first);
      await callers.hear(1);
      server.child.kill(second);
      // Each caller ends when its next connection is refused.
      await callers.ended;
      expect(callers.answered).toBeGreaterThanOrEqual(200);

      expect(await server.exit()).toBe(0);
      const logged = server.output.match(/"path":"\/oauth2\/access_token","status":200/g) ?? [];
      expect(logged).toHaveLength(callers.answered + families.length);
      expect(server.output).not.toMatch(/"aborted":true|"status":5\d\d|"level":"error"/);
      expect(filesIn(server)).toEqual(FILES);
      const stored = await storedRows(
        server,
        'SELECT CAST(SUM(generation) AS BIGINT) AS rotations FROM refresh_families',
      );
      expect(stored).toEqual([{ rotations: callers.answered }]);
      await assertSound(server);
    },
  );

  it('refuses new connections at once and ends idle ones soon, and waits for a write that waits itself, however often it is told', async () => {
    const server = await TestServer.start();
    const account = await signUp(server);
    const application = await register(server, account);
    const code = await obtainCode(server, account, application);
    const letGo = await holdWrites(server);
    const exchanging = exchange(server, application, code);
    // An answer to a later request shows that the earlier one was accepted.
    await call('GET', `${server.url}/health/live`);
    const idle = connect(server.port, '127.0.0.1');
    idle.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(idle, 'data');

    server.child.kill('SIGTERM');
    await once(idle, 'close');
    for (const again of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGINT'] as const) {
      while (!(await refusesConnections(server)));
      server.child.kill(again);
    }
    while (!(await refusesConnections(server)));
    expect(server.child.exitCode ?? server.child.signalCode).toBeNull();
    await letGo();
    const answer = await exchanging;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    expect(await server.exit()).toBe(0);
    expect(filesIn(server)).toEqual(FILES);

    const again = await TestServer.start({ dataDir: server.dataDir, port: server.port });
    expect((await refresh(again, answer.body.refresh_token)).status).toBe(200);
    await again.stop();
  });

  it('says so to who asks whether it is ready, and closes the connection', async () => {
    const server = await TestServer.start();
    const asking = connect(server.port, '127.0.0.1');
    asking.write('GET /health/ready HTTP/1.1\r\n');
    // An answer to a later request shows that this one was accepted.
    await call('GET', `${server.url}/health/live`);
    server.child.kill('SIGTERM');
    while (!(await refusesConnections(server)));
    asking.end('Host: x\r\n\r\n');
    const answer = await text(asking);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(answer).toContain('"detail":"the server is stopping"');
    expect(await server.exit()).toBe(0);
  });

  it('is not held up by callers that keep a connection and say nothing, or half of something', async () => {
    const server = await TestServer.start({ env: { GRACE: '1000' } });
    const sockets = [
      '',
      'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST /oauth2/token HTTP/1.1\r\nHost: x\r\n',
    ].map((text) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text);
      return socket;
    });
    await once(sockets[1]!, 'data');
    expect(await server.end('SIGTERM')).toBe(0);
    for (const socket of sockets) socket.destroy();
    expect(filesIn(server)).toEqual(FILES);
  }, 30_000);
});

describe('a server behind a proxy that keeps its connections', () => {
  it('ends none of them but by an answer, however often it is stopped under load', async () => {
    let server = await TestServer.spawn();
    await server.ready();
    const account = await signUp(server);
    const application = await register(server, account);
    let answered = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const families = await Promise.all(Array.from({ length: 8 }, () => obtainTokens(server, account, application)));
      const pool = new Pool(32, server.port);
      await pool.fill();
      const callers = new Callers([server], families, pool.refresh);
      await callers.hear(100);
      expect(await server.end('SIGTERM')).toBe(0);
      await callers.ended;
      answered += callers.answered;
      expect(pool.cut).toBe(0);
      expect(server.output).not.toMatch(/"aborted":true|"status":5\d\d|"level":"error"/);
      if (round < ROUNDS) server = await startAgain(server);
    }
    const stored = await storedRows(
      server,
      'SELECT CAST(SUM(generation) AS BIGINT) AS rotations FROM refresh_families',
    );
    expect(stored).toEqual([{ rotations: answered }]);
  });
});

describe('a server to which connections are opened while it stops', () => {
  it('answers on each that it accepted, and refuses the others', async () => {
    const server = await TestServer.spawn();
    await server.ready();
    const newcomers = new Newcomers(server.port, 32);
    while (newcomers.answered < 300) await call('GET', `${server.url}/health/live`);
    expect(await server.end('SIGTERM')).toBe(0);
    await newcomers.ended;
    expect(newcomers.cut).toEqual([]);
    expect(server.output).not.toMatch(/"aborted":true|"status":5\d\d|"level":"error"/);
  });
});

async function startAgain({ dataDir, port }: TestServer): Promise<TestServer> {
  const server = await TestServer.spawn(undefined, { dataDir, port });
  await server.ready();
  return server;
}
