import { type Socket, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { givenAccount, givenProcesses } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  query,
  refresh,
  register,
} from '@consentry/test-support/world/world';

const FAMILIES = 16;

/** Milliseconds. */
const PATIENCE = 300;
const STOP = 2_000;

const ENDED = 'SELECT id FROM refresh_families WHERE revoked_at IS NOT NULL';

describe('a process that stood still', () => {
  const servers = givenProcesses(2);
  const [here, there] = servers as [(typeof servers)[0], (typeof servers)[0]];
  const account = givenAccount(here);
  const sockets: Socket[] = [];
  let application: Application;

  beforeAll(async () => (application = await register(here, account)));
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  const open = async () => {
    const socket = connect(here.process.port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    return new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)));
  };
  /** Opened before the stop: it is accepted, and has been used. */
  const openUsed = async () => {
    const socket = await open();
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    return socket;
  };
  const ask = (socket: Socket, parameters: Record<string, string>) =>
    socket.write(`GET /oauth2/access_token?${query(parameters)} HTTP/1.1\r\nHost: a\r\n\r\n`);

  /** @param work while the process is stopped. */
  async function stopped(work: () => Promise<void>): Promise<void> {
    const { child } = here.process;
    const over = pause(STOP);
    child.kill('SIGSTOP');
    try {
      await work();
      await over;
    } finally {
      child.kill('SIGCONT');
    }
  }

  const answers = () =>
    call('GET', `${here.url}/health/live`).then(
      () => true,
      () => false,
    );
  const settles = async () => {
    while (!(await answers())) await pause(20);
    await pause(PATIENCE);
  };

  it(`ends none of ${FAMILIES} families whose callers gave up and were served elsewhere`, async () => {
    const tokens = await Promise.all(Array.from({ length: FAMILIES }, () => obtainTokens(here, account, application)));
    const used = await Promise.all(Array.from({ length: FAMILIES / 2 }, openUsed));
    const later: string[] = [];
    await stopped(async () => {
      for (const [n, { refresh_token: token }] of tokens.entries())
        ask(used[n] ?? (await open()), { grant_type: 'refresh_token', code: token });
      await pause(PATIENCE);
      // Some callers close their connection, a proxy may keep it open.
      sockets.filter((_, n) => n % 2 === 0).forEach((socket) => socket.destroy());
      for (const { refresh_token: token } of tokens) later.push((await refresh(there, token)).body.refresh_token);
    });
    await settles();
    for (const token of later) expect((await refresh(here, token)).status).toBe(200);
    expect(await storedRows(here.process, ENDED)).toEqual([]);
  });

  it('ends no family whose code was redeemed elsewhere', async () => {
    const codes = await Promise.all(Array.from({ length: FAMILIES }, () => obtainCode(here, account, application)));
    const { client_id, client_secret, redirect_uris } = application;
    const later: string[] = [];
    await stopped(async () => {
      for (const code of codes) {
        const proof = { client_id, client_secret, redirect_uri: redirect_uris[0]! };
        ask(await open(), { grant_type: 'authorization_code', code, ...proof });
      }
      await pause(PATIENCE);
      sockets.filter((_, n) => n % 2 === 0).forEach((socket) => socket.destroy());
      for (const code of codes) later.push((await exchange(there, application, code)).body.refresh_token);
    });
    await settles();
    for (const token of later) expect((await refresh(here, token)).status).toBe(200);
  });

  it('goes on: it answers on the connections that come after', async () => {
    const { refresh_token } = await obtainTokens(here, account, application);
    await stopped(() => Promise.resolve());
    await settles();
    expect((await refresh(here, refresh_token)).status).toBe(200);
  });
});
