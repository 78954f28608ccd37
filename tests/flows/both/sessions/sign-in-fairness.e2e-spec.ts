import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { changeStored } from '@consentry/test-support/server/stored';
import { type Account, type Answer, call, signUp } from '@consentry/test-support/world/world';

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const from = (address: string) => ({ 'x-forwarded-for': address });

const statusesOf = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** Trusts a proxy on loopback: a test sets each caller's address. Password hashes cost their real time. */
let server: TestServer;
let everybody: Account[];

const signIn = ({ email, password }: Account, address: string) =>
  call('POST', `http://127.0.0.1:${server.port}/api/session`, { headers: from(address), body: { email, password } });

describe('the queue of passwords', () => {
  beforeAll(async () => {
    server = await TestServer.start({ env: { TRUSTED_PROXIES: '127.0.0.1/32', PASSWORD_HASHES: 'real' } });
    everybody = await Promise.all(times(31, () => signUp(server)));
  });
  afterAll(() => server.stop());
  beforeEach(() => server.advance({ minutes: 60 })); // resets the limits

  it.each([
    ['from other networks', (n: number) => `203.0.${n}.1`],
    ['from other addresses of the same network', (n: number) => `198.51.100.${n + 100}`],
    ['from the same address', () => '198.51.100.1'],
  ])('lets others in %s while one account signs in by 80 connections', async (_, addressOf) => {
    const [greedy, ...others] = everybody as [Account, ...Account[]];
    let isOver = false;
    const answers: Answer[] = [];
    const keepSigningIn = async () => {
      while (!isOver) answers.push(await signIn(greedy, '198.51.100.1'));
    };
    const flood = times(80, keepSigningIn);
    while (!answers.some(({ status }) => status === 201)) await new Promise(setImmediate);

    const heard = await Promise.all(others.map((account, n) => signIn(account, addressOf(n))));
    isOver = true;
    await Promise.all(flood);
    expect(statusesOf(heard)[201]).toBeGreaterThanOrEqual(28);
    const { 201: fit = 0, 429: tooMany = 0, 503: busy = 0, ...rest } = statusesOf(answers);
    expect(rest).toEqual({});
    expect([fit > 0, busy + tooMany > 0]).toEqual([true, true]);
  });

  it('is not one that a single account may use without end: 2,000 sign-ins from one address, then 429', async () => {
    const [greedy, other] = everybody as [Account, Account];
    expect((await signIn(greedy, '192.0.2.1')).status).toBe(201);
    // Counts 1,998 more sign-ins.
    const counted =
      "UPDATE limit_counts SET slots = replace(slots, ',1]]', ',1999]]') WHERE name = 'password_successes'";
    await changeStored(server, counted);
    expect((await signIn(greedy, '192.0.2.1')).status).toBe(201);
    const held = await signIn(greedy, '192.0.2.1');
    expectProblem(held, 429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await signIn(greedy, '192.0.2.2')).status).toBe(201);
    expect((await signIn(other, '192.0.2.1')).status).toBe(201);
    await server.advance({ minutes: 15 });
    expect((await signIn(greedy, '192.0.2.1')).status).toBe(201);
  });
});
