import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { readSettings } from '../../../platform/config/read-settings';
import { RemoteKeys } from './remote-keys';

const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const BIG = () => ({ kty: 'RSA', n: Buffer.concat([Buffer.alloc(1, 0xff), randomBytes(511)]).toString('base64url') });

describe('key sets behind URLs', () => {
  let site: Server;
  let answer: string;
  let status: number;
  let now: number;
  const asked: string[] = [];
  const clock = { now: () => now, elapsed: () => now };
  const timesAsked = (path: string) => asked.filter((one) => one === path).length;

  beforeAll(async () => {
    site = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(status).end(answer);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
  });
  beforeEach(() => {
    [status, now] = [200, 1_000_000];
    asked.length = 0;
    answer = JSON.stringify({ keys: [{ ...KEY, kid: 'known' }] });
  });
  afterAll(() => {
    site.closeAllConnections();
    site.close();
  });

  const newKeys = () => new RemoteKeys(readSettings({}), clock, pino({ level: 'silent' }));
  const urlOf = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;
  const findAt = (keys: RemoteKeys, path: string, kid: string) => keys.find(urlOf(path), { alg: 'ES256', kid });

  it('are fetched once, also for many callers at once, and again for a key that they lack, not too soon', async () => {
    const keys = newKeys();
    const found = await Promise.all(Array.from({ length: 20 }, () => findAt(keys, '/one', 'known')));
    expect(found).toEqual(Array.from({ length: 20 }, () => [{ jwk: KEY, kid: 'known' }]));
    expect(await findAt(keys, '/one', 'unknown')).toEqual([]);
    expect(timesAsked('/one')).toBe(1);
    now += 30_000;
    await findAt(keys, '/one', 'known');
    expect(timesAsked('/one')).toBe(1);
    await findAt(keys, '/one', 'unknown');
    expect(timesAsked('/one')).toBe(2);
  });

  it.each<[string, () => void]>([
    ['answers with 500', () => (status = 500)],
    ['holds eleven keys', () => (answer = JSON.stringify({ keys: Array.from({ length: 11 }, () => KEY) }))],
    ['is larger than 16 KB', () => (answer = JSON.stringify({ keys: [KEY], more: 'x'.repeat(16_384) }))],
  ])('that %s has no keys, for half a minute', async (_, break_) => {
    const keys = newKeys();
    break_();
    for (let calls = 0; calls < 3; calls += 1) expect(await findAt(keys, '/broken', 'known')).toEqual([]);
    expect(timesAsked('/broken')).toBe(1);
    [status, answer] = [200, JSON.stringify({ keys: [{ ...KEY, kid: 'known' }] })];
    now += 30_000;
    expect(await findAt(keys, '/broken', 'known')).toHaveLength(1);
  });

  it('take a few megabytes at most: those that were used last stay', async () => {
    const keys = newKeys();
    await findAt(keys, '/used', 'known');
    await findAt(keys, '/unused', 'known');
    answer = JSON.stringify({ keys: Array.from({ length: 10 }, () => ({ ...BIG(), e: 'AQAB' })) });
    for (let at = 0; at < 600; at += 1) {
      await findAt(keys, `/large/${at}`, 'unknown');
      await findAt(keys, '/used', 'known');
    }
    expect(timesAsked('/used')).toBe(1);
    await findAt(keys, '/unused', 'known');
    expect(timesAsked('/unused')).toBe(2);
    await findAt(keys, '/large/599', 'unknown');
    await findAt(keys, '/large/0', 'unknown');
    expect([timesAsked('/large/599'), timesAsked('/large/0')]).toEqual([1, 2]);
  });
});
