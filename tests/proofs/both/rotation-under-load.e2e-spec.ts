import { decodeJwt, decodeProtectedHeader } from 'jose';
import { JwksService } from '@consentry/test-support/world/jwks-service';
import { runKeys } from '@consentry/test-support/server/keys-command';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  type Tokens,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';
import { SIZE } from '@consentry/test-support/run/sizes';

/** Short rotations, and tokens that outlive the time a key signs. */
const TIMES = { KEY_ROTATION: '720', KEY_ANNOUNCE: '360', ACCESS_TOKEN_TTL: '5400' };
const STEPS = SIZE.rotationSteps;
const SECONDS_A_STEP = 30;
const ANSWERS_A_STEP = 4;
/** A lane that asks for consent has five minutes of the clock, however slow its process is. */
const STEPS_WITHOUT_ANSWER = 4;

type OpenIdTokens = Tokens & { id_token: string };

/** `exp` in epoch seconds. */
interface Kept {
  token: string;
  typ: 'at+jwt' | 'JWT';
  exp: number;
}

describe('keys that rotate under load', () => {
  let servers: TestServer[];
  let urls: string[];
  let account: Account;
  let application: Application;
  let now: number;
  let isOver = false;
  let answered = 0;
  let verified = 0;
  let heard: () => void = () => undefined;
  const services = [0, 40, 130].map((lazy) => new JwksService(lazy));
  const signedBy = { access_token: new Set<string>(), id_token: new Set<string>() };
  const kept: Kept[] = [];
  /** By lane, in epoch milliseconds of the clock. */
  const lastAnswers: number[] = [];

  beforeAll(async () => {
    const first = await TestServer.start({ env: TIMES });
    const [dataDir, port] = [first.dataDir, await freePort()];
    servers = [first, await TestServer.start({ dataDir, port, env: { ...TIMES, AUTH_URL: first.url } })];
    urls = [first.url, `http://localhost:${port}`];
    account = await signUp(first);
    application = await register(first, account);
    [now] = (await Promise.all(servers.map((server) => server.freeze()))) as [number];
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const obtain = async (at: number) =>
    (await obtainTokens({ url: urls[at % 2]! }, account, application, {
      scope: 'openid notes:read',
    })) as OpenIdTokens;

  /** Every service verifies the new tokens and the oldest living one of each kind. */
  async function check(lane: number, tokens: OpenIdTokens): Promise<void> {
    const at = (lastAnswers[lane] = now);
    answered += 1;
    heard();
    for (const [name, typ] of [['access_token', 'at+jwt'] as const, ['id_token', 'JWT'] as const]) {
      const token = tokens[name];
      signedBy[name].add(String(decodeProtectedHeader(token).kid));
      const made = { token, typ, exp: Number(decodeJwt(token).exp) };
      kept.push(made);
      const oldest = kept.find((one) => one.typ === typ && one.exp * 1000 > at);
      for (const one of new Set([made, oldest ?? made])) await verify(one, at);
    }
  }

  async function verify({ token, typ }: Kept, at: number): Promise<void> {
    const expected = { issuer: urls[0]!, typ };
    for (const service of services) {
      await service.verify(token, expected, `${urls[verified % 2]}/.well-known/jwks.json`, at);
      verified += 1;
    }
  }

  async function keepRefreshing(lane: number): Promise<void> {
    let tokens = await obtain(lane);
    while (!isOver) {
      const { status, body, text } = await refresh({ url: urls[lane % 2]! }, tokens.refresh_token);
      if (status !== 200) throw new Error(`refresh: ${status} ${text}`);
      tokens = body as OpenIdTokens;
      await check(lane, tokens);
    }
  }

  async function keepSigningIn(lane: number): Promise<void> {
    while (!isOver) {
      const tokens = await obtain(lane);
      await check(lane, tokens);
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const { status, text } = await call('GET', `${urls[(lane + 1) % 2]}/oauth2/userinfo`, { headers });
      if (status !== 200) throw new Error(`userinfo: ${status} ${text}`);
    }
  }

  async function hear(more: number): Promise<void> {
    const enough = answered + more;
    const isBehind = (at: number) => now - at > STEPS_WITHOUT_ANSWER * SECONDS_A_STEP * 1000;
    while (answered < enough || lastAnswers.some(isBehind)) await new Promise<void>((resolve) => (heard = resolve));
  }

  async function rotateByClockAndCommand(): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) {
      now += SECONDS_A_STEP * 1000;
      await Promise.all(servers.map((server) => server.advance({ seconds: SECONDS_A_STEP })));
      if (step % 40 === 15) expect((await runKeys(servers[0]!, ['rotate'], { env: TIMES, now })).exitCode).toBe(0);
      await hear(ANSWERS_A_STEP);
    }
    isOver = true;
  }

  it('fail no request, and no token is refused by who keeps the JWKS as long as it may', async () => {
    lastAnswers.push(...Array.from({ length: 6 }, () => now));
    const lanes = [...[0, 1, 2, 3].map(keepRefreshing), ...[4, 5].map(keepSigningIn)];
    const failed = Promise.all(lanes).then(() => undefined);
    try {
      await Promise.race([rotateByClockAndCommand(), failed]);
    } finally {
      isOver = true;
    }
    await failed;

    expect(signedBy.access_token.size).toBeGreaterThan(STEPS / 32);
    expect(signedBy.id_token.size).toBeGreaterThan(STEPS / 32);
    expect(answered).toBeGreaterThanOrEqual(STEPS * ANSWERS_A_STEP);
    expect(verified).toBeGreaterThanOrEqual(answered * 6);
    for (const { output } of servers) expect(output).not.toMatch(/"level":"(warn|error|fatal)"|"status":[45]\d\d/);
  }, 600_000);
});
