import { expectProblem } from '@consentry/test-support/world/problem';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Answer, call, signUp, unique } from '@consentry/test-support/world/world';

const WRONG = 'a wrong password';

const retryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'));
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

/** Trusts a proxy on loopback: a test sets each caller's address. */
let server: TestServer;

const from = (address: string) => ({ 'x-forwarded-for': address });

const tryPassword = (address: string, email: string, password = WRONG) =>
  call('POST', `http://127.0.0.1:${server.port}/api/session`, { headers: from(address), body: { email, password } });

/** Fails once from each address. */
async function failFrom(addresses: readonly string[], email?: string): Promise<void> {
  for (let at = 0; at < addresses.length; at += 10) {
    const tries = addresses.slice(at, at + 10).map((it) => tryPassword(it, email ?? `${unique()}@example.com`));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
  }
}

describe('the limits of', () => {
  beforeAll(async () => {
    server = await TestServer.start({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  });
  afterAll(() => server.stop());
  beforeEach(() => server.advance({ minutes: 60 })); // resets the limits

  describe('failed sign-ins of one email from everywhere', () => {
    const everywhere = times(200, (n) => `10.${n}.0.1`);

    it('are held after 200, for ten seconds at the most', async () => {
      const { email, password } = await signUp(server);
      await failFrom(everywhere, email);
      const held = await tryPassword('203.0.113.1', email, password);
      expectProblem(held, 429);
      expect(retryAfter(held)).toBeGreaterThan(0);
      expect(retryAfter(held)).toBeLessThanOrEqual(10);
      await server.advance({ seconds: 10 });
      expect((await tryPassword('203.0.113.1', email, password)).status).toBe(201);
    });

    it('are let through once in ten seconds, and hold for nobody else', async () => {
      const { email, password } = await signUp(server);
      await failFrom(everywhere, email);
      for (let round = 0; round < 3; round += 1) {
        await server.advance({ seconds: 10 });
        const answers = await Promise.all(times(20, (n) => tryPassword(`203.0.113.${n}`, email)));
        expect(answers.map(({ status }) => status).sort()).toEqual([401, ...Array<number>(19).fill(429)]);
      }
      const other = await signUp(server);
      expect((await tryPassword('10.1.0.1', other.email, other.password)).status).toBe(201);
      await server.advance({ minutes: 15 });
      expect((await tryPassword('203.0.113.1', email, password)).status).toBe(201);
    });
  });

  describe('failed sign-ins of one email by those who go on and on', () => {
    const home = '203.0.113.7';
    /** Uses every try that is permitted. */
    const goOn = async (email: string, round: number) =>
      Promise.all(times(3, (n) => tryPassword(`2001:db8:9:${round}::${n}`, email)));

    it('keep nobody out who signed in from the same address in the last 30 days', async () => {
      const { email, password } = await signUp(server);
      expect((await tryPassword(home, email, password)).status).toBe(201);
      await server.advance({ days: 29 });
      await failFrom(
        times(200, (n) => `10.${n}.0.1`),
        email,
      );
      for (let round = 0; round < 5; round += 1) {
        await server.advance({ seconds: 10 });
        await goOn(email, round);
        expectProblem(await tryPassword('203.0.113.8', email, password), 429);
        expect((await tryPassword(home, email, password)).status).toBe(201);
        const held = await tryPassword(home, email, password);
        expectProblem(held, 429);
        expect(Number(held.headers.get('retry-after'))).toBeLessThanOrEqual(10);
      }
    });

    it('keep those out who did so before', async () => {
      const { email, password } = await signUp(server);
      expect((await tryPassword(home, email, password)).status).toBe(201);
      await server.advance({ days: 30 });
      await failFrom(
        times(200, (n) => `10.${n}.0.1`),
        email,
      );
      expectProblem(await tryPassword(home, email, password), 429);
    });
  });

  describe('failed sign-ins of one network', () => {
    it.each([
      ['a /24', (n: number) => `198.51.100.${n % 200}`, '198.51.100.250', '198.51.101.250'],
      ['a /48 of IPv6', (n: number) => `2001:db8:7:${n % 200}::1`, '2001:db8:7:ffff::1', '2001:db8:8:ffff::1'],
    ])('%s are held after 300, whatever the addresses and emails', async (_, address, neighbour, stranger) => {
      const { email, password } = await signUp(server);
      await failFrom(times(300, address));
      const held = await tryPassword(neighbour, email, password);
      expectProblem(held, 429);
      expect(retryAfter(held)).toBeGreaterThan(800);
      expect((await tryPassword(stranger, email, password)).status).toBe(201);
      await server.advance({ minutes: 15 });
      expect((await tryPassword(neighbour, email, password)).status).toBe(201);
    });

    it('keep out neither who signed in from there in the last 30 days nor more than their own 10 tries', async () => {
      const [known, unknown] = [await signUp(server), await signUp(server)];
      expect((await tryPassword('192.0.2.9', known.email, known.password)).status).toBe(201);
      await server.advance({ days: 29 });
      await failFrom(Array<string>(100).fill('192.0.2.9'));
      await failFrom(times(200, (n) => `192.0.2.${10 + (n % 200)}`));
      expectProblem(await tryPassword('192.0.2.9', unknown.email, unknown.password), 429);
      expect((await tryPassword('192.0.2.9', known.email, known.password)).status).toBe(201);
      await failFrom(Array<string>(10).fill('192.0.2.9'), known.email);
      expectProblem(await tryPassword('192.0.2.9', known.email, known.password), 429);
    });

    it('are taken back where they were followed by a success', async () => {
      const people = await Promise.all(times(20, () => signUp(server)));
      for (const { email, password } of people) {
        await failFrom(Array<string>(9).fill('192.0.2.1'), email);
        expect((await tryPassword('192.0.2.1', email, password)).status).toBe(201);
      }
    });

    it('leave one row for each key, however many they are', async () => {
      const { email } = await signUp(server);
      await server.advance({ minutes: 60 });
      const rows = async () => {
        const query =
          "SELECT name FROM limit_counts WHERE name = 'password_failures' AND expires_at > (SELECT MAX(at) FROM events)";
        return (await storedRows(server, query)).length;
      };
      for (let n = 0; n < 20; n += 1) await tryPassword('192.0.2.7', email);
      expect(await rows()).toBe(4);
    });
  });

  describe('sign-ups', () => {
    const postAccount = (address: string, email = `${unique()}@example.com`) =>
      call('POST', `${server.url}/api/accounts`, {
        headers: from(address),
        body: { email, password: 'correct horse', name: 'Ada' },
      });

    it('from one address are possible 200 times an hour, those with a taken email too, and from a /24 600 times', async () => {
      const taken = `${unique()}@example.com`;
      expect((await postAccount('192.0.2.10', taken)).status).toBe(201);
      for (let n = 0; n < 19; n += 1) expect((await postAccount('192.0.2.10', taken)).status).toBe(409);
      for (const address of ['192.0.2.10', '192.0.2.11', '192.0.2.12']) {
        for (let n = address === '192.0.2.10' ? 20 : 0; n < 200; n += 10)
          for (const { status } of await Promise.all(times(10, () => postAccount(address)))) expect(status).toBe(201);
        if (address === '192.0.2.12') break;
        const held = await postAccount(address);
        expectProblem(held, 429);
        expect(retryAfter(held)).toBeGreaterThan(3_000);
      }
      expect((await postAccount('192.0.2.13')).status).toBe(429);
      expect((await postAccount('192.0.3.13')).status).toBe(201);
      await server.advance({ minutes: 60 });
      expect((await postAccount('192.0.2.10')).status).toBe(201);
    });
  });
});
