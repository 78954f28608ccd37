import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Account,
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';
import { see } from '@consentry/test-support/server/command';
import { Callers } from '../support/callers';
import { Pool } from '../support/pool';
import { head, sendRaw } from '@consentry/test-support/server/raw';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { SIZE } from '@consentry/test-support/run/sizes';

const IMPATIENT = join(__dirname, '../support/impatient-main.cjs');
const WORKERS = { env: { WORKERS: '3' } };

/** Process ids of a process' children. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

describe('several workers on one port', () => {
  let server: TestServer;
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    server = await TestServer.spawn(undefined, WORKERS);
    await server.ready();
    account = await signUp(server);
    application = await register(server, account);
  });
  afterAll(() => server.stop());

  const workers = () => childrenOf(server.child.pid!);

  it('begin when all of them answer, and say so once', () => {
    expect(workers()).toHaveLength(3);
    expect(server.output.match(/is ready/g)).toHaveLength(1);
    expect(server.output).toContain('"workers":3');
  });

  it('take one of 50 exchanges of a code, and one of 50 uses of a refresh token', async () => {
    const code = await obtainCode(server, account, application);
    const exchanges = await Promise.all(Array.from({ length: 50 }, () => exchange(server, application, code)));
    expect(exchanges.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(400)]);
    const { refresh_token: token } = await obtainTokens(server, account, application);
    const refreshes = await Promise.all(Array.from({ length: 50 }, () => refresh(server, token)));
    expect(refreshes.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(400)]);
  });

  it('go on when one of them stands still and then dies: what it had not taken another one takes', async () => {
    const [victim] = workers();
    process.kill(victim!, 'SIGSTOP');
    const asking = Array.from({ length: 20 }, () => sendRaw(server, head('GET /health/live')));
    // One of the first three connections is on its way to the victim.
    await Promise.all(asking.slice(3)).finally(() => process.kill(victim!, 'SIGKILL'));
    for (const { status } of await Promise.all(asking)) expect(status).toBe(200);
    await server.logged('a worker ended and is replaced');
    expect(await obtainTokens(server, account, application)).toHaveProperty('access_token');
    await server.logged('a new worker is ready');
    expect(workers()).toHaveLength(3);
    expect(workers()).not.toContain(victim);
  });

  it('replace one that is told to stop, and nobody who calls notices', async () => {
    const families = await Promise.all(Array.from({ length: 6 }, () => obtainTokens(server, account, application)));
    const pool = new Pool(12, server.port);
    await pool.fill();
    const callers = new Callers([server], families, async (_, token) => {
      expect(await pool.get('/health/ready')).toMatchObject({ status: 200 });
      return pool.refresh(_, token);
    });
    const [victim] = workers();
    process.kill(victim!, 'SIGTERM');
    process.kill(victim!, 'SIGTERM');
    while (existsSync(`/proc/${victim}`)) await callers.hear(1);
    await callers.sendHome();
    expect(pool.cut).toBe(0);
    expect(workers()).toHaveLength(3);
    expect(server.output.match(/a worker was told to stop and is replaced/g)).toHaveLength(1);
    expect(server.output).not.toMatch(/"aborted":true|"status":5\d\d/);
  });
});

describe('workers that are told to stop', () => {
  /** A shell signals the supervisor alone; systemd and a terminal signal every process. */
  const tell = (pids: number[], signal: NodeJS.Signals) => {
    // Some may have ended since the first signal.
    for (const pid of pids) if (existsSync(`/proc/${pid}`)) process.kill(pid, signal);
  };

  const SIGNALS = [
    ['SIGINT', 'to each process', { all: true }],
    ['SIGTERM', 'to the supervisor', { all: false }],
    ['SIGINT', 'to the supervisor', { all: false }],
    ['SIGTERM', 'to each process', { all: true }],
  ] as const;

  it.each(SIGNALS.slice(0, SIZE.workerStops))(
    'answer what they accepted, on %s %s, twice',
    async (signal, _, { all }) => {
      const server = await TestServer.spawn(undefined, { env: { WORKERS: '2' } });
      await server.ready();
      const account = await signUp(server);
      const application = await register(server, account);
      const families = await Promise.all(Array.from({ length: 8 }, () => obtainTokens(server, account, application)));
      const callers = new Callers([server], families);
      await callers.hear(100);
      const pids = [...(all ? childrenOf(server.child.pid!) : []), server.child.pid!];
      tell(pids, signal);
      await callers.hear(1);
      tell(pids, signal);
      await callers.ended;
      expect(callers.answered).toBeGreaterThanOrEqual(100);
      expect(await server.exit()).toBe(0);
      expect(server.output).not.toMatch(/"aborted":true|"status":5\d\d|"level":"error"/);
      const stored = await storedRows(server, 'SELECT SUM(generation) AS rotations FROM refresh_families');
      expect(stored).toEqual([{ rotations: callers.answered }]);
    },
  );
});

describe('a worker that stands still', () => {
  let still: number;
  // A stopped process would keep the run from ending.
  afterEach(() => {
    if (existsSync(`/proc/${still}`)) process.kill(still, 'SIGKILL');
  });

  it('is killed where it does not stop as the others do, and the server ends', async () => {
    const server = await TestServer.spawn(IMPATIENT, WORKERS);
    await server.ready();
    const [first, other] = childrenOf(server.child.pid!);
    still = first!;
    process.kill(still, 'SIGSTOP');
    server.child.kill('SIGTERM');
    expect(await server.exit()).toBe(1);
    const errors = server.output.split('\n').filter((line) => line.includes('"level":"error"'));
    expect(errors.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ pid: still, msg: 'a worker did not stop and was killed' }),
    ]);
    for (const pid of [still, other]) expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  it('is killed where another one has taken its place, and the server goes on', async () => {
    const server = await TestServer.spawn(IMPATIENT, WORKERS);
    await server.ready();
    still = childrenOf(server.child.pid!)[0]!;
    process.kill(still, 'SIGTERM');
    await server.logged('a worker was told to stop and is replaced');
    process.kill(still, 'SIGSTOP');
    await server.logged('a worker did not stop and was killed');
    expect((await call('GET', `${server.url}/health/ready`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(existsSync(`/proc/${still}`)).toBe(false);
  });
});

describe('workers that cannot start', () => {
  it('say why in one line, all together', async () => {
    const taken = await TestServer.start();
    const server = await TestServer.spawn(undefined, { ...WORKERS, port: taken.port });
    expect(await server.exit()).toBe(1);
    const said = server.output.split('\n').filter((line) => line.startsWith('consentry'));
    expect(said).toEqual([
      `consentry auth-server: cannot listen on 127.0.0.1:${taken.port}: the port is in use; AUTH_URL or PORT sets another`,
      `consentry auth-server: ${see('cannot-listen')}`,
    ]);
    await taken.stop();
  });

  it('say so where one of them is killed before', async () => {
    const server = await TestServer.spawn(undefined, WORKERS);
    await server.logged('a signing key is announced');
    process.kill(childrenOf(server.child.pid!)[0]!, 'SIGKILL');
    expect(await server.exit()).toBe(1);
    const said = server.output.split('\n').filter((line) => line.startsWith('consentry'));
    expect(said).toEqual([
      'consentry auth-server: a worker was ended by SIGKILL before all of them had started',
      `consentry auth-server: ${see('worker-killed-at-start')}`,
    ]);
  });
});
