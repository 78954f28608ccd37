import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { Callers } from '../support/callers';
import { DATABASE_FILES } from '../support/engine';
import { holdWrites } from '../support/held-writes';
import { TestServer } from '../support/server';
import { assertSound, storedRows } from '../support/stored';
import { call, exchange, obtainCode, obtainTokens, refresh, register, signUp } from '../support/world';

const filesIn = (server: TestServer) => readdirSync(server.dataDir).sort();
const FILES = [...DATABASE_FILES, 'master.key'];

/** Whether a new connection is refused. */
async function refusesConnections({ port }: TestServer): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [error] = await Promise.race([once(socket, 'connect').then(() => [undefined]), once(socket, 'error')]).catch(
    (failure: unknown) => [failure],
  );
  socket.destroy();
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
}

/** What is said once may come twice: by a terminal and npm, by systemd and a supervisor. */
const SIGNALS = [
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGINT'],
  ['SIGINT', 'SIGTERM'],
] as const;

describe('a server that is told to stop', () => {
  it.each(SIGNALS)('answers what it accepted under load, on %s and %s, and loses none', async (first, second) => {
    const server = await TestServer.start();
    const account = await signUp(server);
    const application = await register(server, account);
    const families = await Promise.all(Array.from({ length: 16 }, () => obtainTokens(server, account, application)));

    const callers = new Callers([server], families);
    await callers.hear(200);
    server.child.kill(first);
    await callers.hear(1);
    server.child.kill(second);
    // Each ends when its next connection is refused.
    await callers.ended;
    expect(callers.answered).toBeGreaterThanOrEqual(200);

    expect(await server.exit()).toBe(0);
    const logged = server.output.match(/"path":"\/oauth2\/access_token","status":200/g) ?? [];
    expect(logged).toHaveLength(callers.answered + families.length);
    expect(server.output).not.toMatch(/"aborted":true|"status":5\d\d|"level":"error"/);
    expect(filesIn(server)).toEqual(FILES);
    const stored = await storedRows(server, 'SELECT SUM(generation) AS rotations FROM refresh_families');
    expect(stored).toEqual([{ rotations: callers.answered }]);
    await assertSound(server);
  });

  it('refuses new connections and ends idle ones at once, and waits for a write that waits itself, however often it is told', async () => {
    const server = await TestServer.start();
    const account = await signUp(server);
    const application = await register(server, account);
    const code = await obtainCode(server, account, application);
    const letGo = await holdWrites(server);
    const exchanging = exchange(server, application, code);
    // An answer to a later request tells that the earlier one was accepted.
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
    expect(await server.exit()).toBe(0);
    expect(filesIn(server)).toEqual(FILES);

    const again = await TestServer.start({ dataDir: server.dataDir, port: server.port });
    expect((await refresh(again, answer.body.refresh_token)).status).toBe(200);
    await again.stop();
  });

  it('is not held up by callers that keep a connection and say nothing, or half of something', async () => {
    const server = await TestServer.start();
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
