import { type JSONWebKeySet, decodeProtectedHeader } from 'jose';
import { type ExpectedToken, JwksService } from '@consentry/test-support/world/jwks-service';
import { runKeys } from '@consentry/test-support/server/keys-command';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const SECOND = 1000;

/** Short rotations, and tokens that outlive the time a key signs. */
const TIMES = { KEY_ROTATION: '720', KEY_ANNOUNCE: '360', ACCESS_TOKEN_TTL: '5400' };

const kidOf = (token: string) => String(decodeProtectedHeader(token).kid);

describe('signing keys in two processes', () => {
  let servers: TestServer[];
  let urls: string[];
  let account: Account;
  let application: Application;
  let now: number;
  let expected: ExpectedToken;

  beforeEach(async () => {
    const first = await TestServer.start({ env: TIMES });
    const [dataDir, port] = [first.dataDir, await freePort()];
    servers = [first, await TestServer.start({ dataDir, port, env: { ...TIMES, AUTH_URL: first.url } })];
    expected = { issuer: first.url, typ: 'at+jwt' };
    urls = [first.url, `http://localhost:${port}`];
    account = await signUp(first);
    application = await register(first, account);
    [now] = (await Promise.all(servers.map((server) => server.freeze()))) as [number];
  });
  afterEach(() => Promise.all(servers.map((server) => server.stop())));

  const advance = async (seconds: number) => {
    now += seconds * SECOND;
    await Promise.all(servers.map((server) => server.advance({ seconds })));
  };

  it('follow each other by the schedule and by command, without a restart and without a refused token', async () => {
    const services = [0, 40, 130].map((lazy) => new JwksService(lazy));
    const lanes = await Promise.all(urls.map((url) => obtainTokens({ url }, account, application)));
    const issued: { token: string; expiresAt: number }[] = [];
    const signedBy = new Set<string>();
    let verified = 0;

    for (let step = 0; step < 90; step += 1) {
      await advance(30 + ((step * 37) % 170));
      if (step % 17 === 5) expect((await runKeys(servers[0]!, ['rotate'], { env: TIMES, now })).exitCode).toBe(0);
      for (const [at, lane] of lanes.entries()) {
        const { status, body } = await refresh({ url: urls[at]! }, lane.refresh_token);
        expect(status).toBe(200);
        Object.assign(lane, body);
        signedBy.add(kidOf(body.access_token));
        issued.push({ token: body.access_token, expiresAt: now + 5399 * SECOND });
      }
      const alive = issued.filter(({ expiresAt }) => expiresAt > now);
      for (const [at, service] of services.entries())
        for (const { token } of new Set([...alive.slice(0, 2), ...alive.slice(-2)])) {
          await service.verify(token, expected, `${urls[(at + step) % 2]}/.well-known/jwks.json`, now);
          verified += 1;
        }
    }
    expect(signedBy.size).toBeGreaterThan(6);
    expect(verified).toBeGreaterThan(900);
    for (const { output } of servers) expect(output).not.toMatch(/"level":"(warn|error|fatal)"|"status":5\d\d/);

    await advance(86_400);
    const { body } = await call<JSONWebKeySet>('GET', `${urls[0]}/.well-known/jwks.json`);
    expect(body.keys.length).toBeLessThan(3);
  }, 600_000);

  it('stop at once where they are compromised, and services refuse their tokens from their next look on', async () => {
    const before = await Promise.all(urls.map((url) => obtainTokens({ url }, account, application)));
    const first = kidOf(before[0]!.access_token);
    const [patient, next] = [new JwksService(0), new JwksService(0)];
    const verify = (service: JwksService, token: string, at: number) =>
      service.verify(token, expected, `${urls[at]}/.well-known/jwks.json`, now);
    await verify(patient, before[0]!.access_token, 0);

    expect((await runKeys(servers[0]!, ['rotate', '--compromised'], { env: TIMES, now })).exitCode).toBe(0);
    const after: string[] = [];
    for (const url of urls) {
      // PostgreSQL's notification takes a moment of real time; the clock stands still.
      let token: string;
      do token = (await obtainTokens({ url }, account, application)).access_token;
      while (kidOf(token) === first);
      after.push(token);
    }
    expect(new Set(after.map(kidOf)).size).toBe(1);
    for (const at of [0, 1]) await verify(next, after[at]!, at);
    await expect(verify(next, before[1]!.access_token, 1)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });

    await verify(patient, before[0]!.access_token, 0);
    await advance(300);
    await expect(verify(patient, before[0]!.access_token, 0)).rejects.toMatchObject({
      code: 'ERR_JWKS_NO_MATCHING_KEY',
    });
    await verify(patient, after[0]!, 0);
    for (const [at, { refresh_token }] of before.entries())
      expect((await refresh({ url: urls[at]! }, refresh_token)).status).toBe(200);
  });
});
