import { readFileSync } from 'node:fs';
import { FeedReader, pageUrl, readPage } from '@consentry/test-support/world/feed-reader';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { TestServer } from '@consentry/test-support/server/server';
import {
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
  let readers: FeedReader[];

  beforeEach(async () => {
    readers = [];
    server = await TestServer.spawn();
    await server.ready();
  });
  afterEach(async () => {
    for (const reader of readers) reader.close();
    expect(await server.end('SIGTERM')).toBe(0);
    expect(server.output).not.toMatch(/"level":"error"/);
  });

  const revoke = ({ access_token: token }: Tokens, { client_id, client_secret }: Application) => {
    return call('POST', `${server.url}/oauth2/revoke`, {
      body: new URLSearchParams({ token, client_id, client_secret }),
    });
  };

  const openMany = async (count: number) => {
    while (readers.length < count)
      readers.push(
        ...(await Promise.all(Array.from({ length: 100 }, () => FeedReader.open(server, { isTrusting: true })))),
      );
  };

  /** Revokes one token after the other. @returns milliseconds from each call until the sampled readers have the entry */
  async function timeEndings(count: number): Promise<number[]> {
    // More of one account become one entry, which does not name them.
    const account = await signUp(server);
    const application = await register(server, account);
    const tokens = [];
    while (tokens.length < count) tokens.push(await obtainTokens(server, account, application));
    const sampled = [readers[0]!, readers[10]!, readers[19]!];
    const times: number[] = [];
    for (const token of tokens) {
      const { jti } = JSON.parse(Buffer.from(token.access_token.split('.')[1]!, 'base64url').toString()) as {
        jti: string;
      };
      const began = performance.now();
      const heard = sampled.map((reader) => reader.refused('token', jti).then(() => performance.now() - began));
      await revoke(token, application);
      times.push(...(await Promise.all(heard)));
    }
    return times;
  }

  it('hear of an ending within a second, and 1,000 calls that wait cost 45 MiB at most', async () => {
    for (let count = 0; count < 20; count += 1) readers.push(await FeedReader.open(server));
    const few = figuresOf(await timeEndings(30));
    say(`20 readers: ${few.text}`);
    const before = residentOf(server);
    await openMany(MANY);
    await readPage(server);
    const cost = residentOf(server) - before;
    say(`1,000 readers: ${(cost / MIB).toFixed(1)} MiB`);
    expect(cost).toBeLessThan(45 * MIB);
    const many = figuresOf(await timeEndings(20));
    say(`1,000 readers: ${many.text}`);
    // A busy machine is slow for few readers too; the readers run on it as well.
    expect(many.p99).toBeLessThan(3_000 + 3 * few.p99);
  });

  it('may start at once: all are served', async () => {
    const began = performance.now();
    const read = await Promise.all(Array.from({ length: 2 * MANY }, async () => (await fetch(pageUrl(server))).status));
    say(`2,000 first pages at once: ${(performance.now() - began).toFixed()} ms`);
    expect(new Set(read)).toEqual(new Set([200]));
  });

  it('may be 2,000 that wait at a process: the others are answered at once, and ask again', async () => {
    const { next } = await readPage(server);
    const url = pageUrl(server, { after: next, wait: '25' });
    const answers = Array.from({ length: 2 * MANY + 100 }, async () => (await fetch(url)).headers.get('retry-after'));
    const refused = await new Promise<number>((resolve) => {
      let count = 0;
      for (const answer of answers) void answer.then((wait) => wait === '1' && (count += 1) === 100 && resolve(count));
    });
    await addRevocation(server, { kind: 'family', subject: 'a' });
    const waits = await Promise.all(answers);
    expect([refused, waits.filter((wait) => wait === null).length]).toEqual([100, 2 * MANY]);
  });
});
