import { readFileSync } from 'node:fs';
import { FeedReader, readSnapshot } from '@consentry/test-support/world/feed-reader';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  type Tokens,
  call,
  obtainTokens,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const MANY = 1_000;
const MIB = 1024 * 1024;

const residentOf = ({ child }: TestServer) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1024;

const figuresOf = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]!;
  return { p99: at(0.99), text: `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms` };
};

const say = (text: string) => process.stdout.write(`${text}\n`);

describe('many services', () => {
  let server: TestServer;
  let account: Account;
  let application: Application;
  let readers: FeedReader[];

  beforeEach(async () => {
    readers = [];
    server = await TestServer.spawn();
    await server.ready();
    account = await signUp(server);
    application = await register(server, account);
  });
  afterEach(async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.output).not.toMatch(/"level":"error"/);
  });

  const revoke = ({ access_token: token }: Tokens) => {
    const { client_id, client_secret } = application;
    return call('POST', `${server.url}/oauth2/revoke`, {
      body: new URLSearchParams({ token, client_id, client_secret }),
    });
  };

  const tryOpen = () =>
    FeedReader.open(server).then(
      (reader) => (readers.push(reader), 200),
      (error: Error) => error.cause,
    );

  /** Revokes one token after the other. @returns milliseconds from each call until the sampled readers have the event */
  async function timeEndings(count: number): Promise<number[]> {
    const tokens = [];
    while (tokens.length < count) tokens.push(await obtainTokens(server, account, application));
    const sampled = [readers[0]!, readers[readers.length >> 1]!, readers.at(-1)!];
    const times: number[] = [];
    for (const token of tokens) {
      const { jti } = JSON.parse(Buffer.from(token.access_token.split('.')[1]!, 'base64url').toString()) as {
        jti: string;
      };
      const began = performance.now();
      const heard = sampled.map((reader) => reader.refused('token', jti).then(() => performance.now() - began));
      await revoke(token);
      times.push(...(await Promise.all(heard)));
    }
    return times;
  }

  it('hear of an ending within a second, and 1,000 of them cost 30 MiB', async () => {
    for (let count = 0; count < 20; count += 1) readers.push(await FeedReader.open(server));
    const few = figuresOf(await timeEndings(60));
    say(`20 listeners: ${few.text}`);
    await readSnapshot(server);
    const before = residentOf(server);
    while (readers.length < MANY + 20)
      readers.push(...(await Promise.all(Array.from({ length: 100 }, () => FeedReader.open(server)))));
    await Promise.all(readers.map((reader) => reader.named('comment')));
    const cost = residentOf(server) - before;
    say(`1,000 listeners: ${(cost / MIB).toFixed(1)} MiB`);
    expect(cost).toBeLessThan(45 * MIB);
    const many = figuresOf(await timeEndings(60));
    say(`1,000 listeners: ${many.text}`);
    // A busy machine is slow for few listeners too.
    expect(many.p99).toBeLessThan(1_000 + 3 * few.p99);
  });

  it('may start at once: all are served', async () => {
    const began = performance.now();
    const opened = Array.from({ length: MANY }, tryOpen);
    const read = Array.from({ length: MANY }, async () => (await fetch(`${server.url}/oauth2/revocations`)).status);
    const statuses = await Promise.all([...opened, ...read]);
    say(`1,000 streams and 1,000 snapshots at once: ${(performance.now() - began).toFixed()} ms`);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('may be 2,000 for a process: the others are told to poll', async () => {
    const statuses = await Promise.all(Array.from({ length: 2 * MANY + 100 }, tryOpen));
    const count = (status: unknown) => statuses.filter((one) => one === status).length;
    expect([count(200), count(503)]).toEqual([2 * MANY, 100]);
    say(`2,000 listeners: ${figuresOf(await timeEndings(30)).text}`);
  });
});
