import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { FeedBench } from './support/feed-bench.ts';
import { settled, until, watchFetch } from './support/feed-time.ts';
import { type IssuerKey, issuerKey } from './support/issuer.ts';

const MONTH = 30 * 86_400_000;
let key: IssuerKey;
let other: IssuerKey;
let bench: FeedBench;
let token: string;
let unwatch: () => void;

beforeAll(async () => {
  [key, other] = await Promise.all([issuerKey('ES256', 'k1'), issuerKey('EdDSA', 'k2')]);
});
beforeEach(async () => {
  bench = await FeedBench.start(key);
  unwatch = watchFetch(() => bench.server.held.size);
  token = await bench.token();
});
afterEach(async () => {
  await bench.close();
  unwatch();
});

type Service = ReturnType<FeedBench['service']>;

/** A service that has read the feed, and whose next call waits. */
async function reading(options: Parameters<FeedBench['service']>[0] = {}): Promise<Service> {
  const service = bench.service(options);
  expect(await service.status(await bench.token({ jti: 'first', fam: 'first' }))).toBe('accepted');
  await settled();
  return service;
}

/** Pages are what this signs. */
const answerBy = (sign: () => Promise<string>) => {
  bench.server.onPage = (_, response) => void sign().then((text) => response.end(text));
};
const statusCode =
  (code: number, headers = {}): RequestListener =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(code, headers).end();
const said = (level: string) => bench.lines.filter((line) => line.startsWith(level));
const lastWait = () => Number(new URLSearchParams(bench.server.calls.at(-1)).get('wait'));

describe('a service', () => {
  it('reads all once its first token comes, and is told the rest by a call that waits', async () => {
    bench.server.end('token', 'gone');
    const service = bench.service();
    expect(bench.server.calls).toEqual([]);
    const gone = await bench.token({ jti: 'gone' });
    expect(await Promise.all([service.status(token), service.status(gone)])).toEqual(['accepted', 'invalid_token']);
    await settled();
    bench.server.end('family', 'f1');
    await settled();
    expect(await service.status(token)).toBe('invalid_token');
    const { log } = bench.server;
    expect(bench.server.calls).toEqual(['', `?after=${log}.1.k1&wait=25`, `?after=${log}.2.k1&wait=25`]);
    expect(service.feed.health()).toMatchObject({ state: 'fresh', entries: 2 });
  });

  it('reads a list of many pages; 429 costs time, not what was read', async () => {
    for (let at = 0; at < 10; at++) bench.server.end('token', `t${at}`);
    bench.server.pageSize = 2;
    let turn = 0;
    bench.server.onPage = (_, response) => {
      if (turn++ % 2 === 1) return void response.writeHead(429, { 'retry-after': '3' }).end();
      const at = Number(new URLSearchParams(bench.server.calls.at(-1)).get('after')?.split('.')[1]);
      void bench.server.sign(at || undefined).then((text) => response.end(text));
    };
    const service = bench.service();
    const last = await bench.token({ jti: 't9' });
    const waiting = service.status(last);
    await bench.time.pass(5_000);
    expect([await waiting, await service.status(token)]).toEqual(Array(2).fill('temporarily_unavailable'));
    expect(service.feed.health()).toMatchObject({ state: 'waiting', entries: 4 });
    await bench.time.pass(12_000);
    expect([await service.status(last), await service.status(token)]).toEqual(['invalid_token', 'accepted']);
    expect(bench.server.calls.slice(0, 9).filter((call, at, all) => all.indexOf(call) === at)).toHaveLength(5);
  });

  it('asks with credentials where it has some', async () => {
    await reading({ authorization: 'Basic YTpi' });
    expect(bench.server.headers.map(({ authorization }) => authorization)).toEqual(['Basic YTpi', 'Basic YTpi']);
  });

  it('answers 503 until it could read, and no longer', async () => {
    bench.server.onPage = statusCode(500);
    const service = bench.service();
    const waiting = service.status(token);
    await bench.time.pass(5_000);
    expect([await waiting, await service.status(token)]).toEqual(Array(2).fill('temporarily_unavailable'));
    expect(bench.lines).toEqual([expect.stringMatching(/^error Cannot read revocations from .*: the answer was 500/)]);
    bench.server.onPage = undefined;
    await bench.time.pass(3_000);
    expect(await service.status(token)).toBe('accepted');
  });

  it('does not wait longer for a server that hangs, and asks again', async () => {
    const service = bench.service();
    bench.server.onPage = bench.server.hang;
    const waiting = service.status(token);
    await until(() => bench.server.calls.length === 1);
    await bench.time.pass(5_000);
    expect(await waiting).toBe('temporarily_unavailable');
    bench.server.onPage = undefined;
    await bench.time.pass(12_000);
    expect(await service.status(token)).toBe('accepted');
  });

  it('of an issuer whose metadata names no feed goes on, and asks again every 10 minutes', async () => {
    const { issuer } = bench.server;
    Object.assign(bench.server, { hasFeed: false, metadata: { issuer } });
    const service = await reading({ onStale: 'reject' });
    expect(bench.lines).toEqual([
      expect.stringMatching(/^log .* answers 404 and the metadata .* names no revocations_uri/),
    ]);
    expect(service.feed.health()).toEqual({ state: 'none' });
    await bench.time.pass(590_000);
    expect(await service.status(token)).toBe('accepted');
    bench.server.hasFeed = true;
    bench.server.end('family', 'f1');
    await bench.time.pass(11_000);
    expect(await service.status(token)).toBe('invalid_token');
    expect(bench.lines).toHaveLength(1);
  });

  it.each<[string, () => object | undefined, boolean, RegExp]>([
    [
      'the metadata names one',
      () => bench.server.metadata,
      false,
      /it answers 404, and the metadata of the issuer names \S*\/oauth2\/revocations/,
    ],
    [
      'there is no metadata',
      () => undefined,
      false,
      /the metadata of the issuer does not say .* set revocations: false/,
    ],
    [
      'the metadata is of another issuer',
      () => ({ issuer: 'https://else.example' }),
      false,
      /the metadata of the issuer does not say/,
    ],
    ['the settings name one', () => ({ issuer: bench.server.issuer }), true, /the answer was 404/],
  ])('takes a 404 for a failure where %s', async (_, metadata, isNamed, why) => {
    Object.assign(bench.server, { hasFeed: false, metadata: metadata() });
    const service = bench.service({ isNamed });
    const waiting = service.status(token);
    await bench.time.pass(5_000);
    expect([await waiting, await service.status(token)]).toEqual(Array(2).fill('temporarily_unavailable'));
    expect(bench.lines).toEqual([expect.stringMatching(why)]);
    bench.server.end('family', 'f1');
    bench.server.hasFeed = true;
    await bench.time.pass(3_000);
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('takes a 404 that comes later for a failure, whatever the metadata says', async () => {
    const service = await reading({ onStale: 'reject' });
    Object.assign(bench.server, { hasFeed: false, metadata: { issuer: bench.server.issuer } });
    await bench.time.pass(90_000);
    expect(await service.status(token)).toBe('temporarily_unavailable');
    expect(said('warn')).toEqual([expect.stringMatching(/for 6\d s \(the answer was 404\)/)]);
  });

  it('is closed without a trace', async () => {
    const service = await reading();
    bench.server.end('family', 'f1');
    await settled();
    service.feed.close();
    await until(() => bench.server.held.size === 0);
    const asked = bench.server.calls.length;
    await bench.time.pass(600_000);
    expect([bench.server.calls.length, await service.status(token)]).toEqual([asked, 'invalid_token']);
    expect(said('warn')).toEqual([]);
  });
});

describe('a call that waits', () => {
  it('halves its wait when it breaks, and raises it when it is answered', async () => {
    await reading();
    for (const expected of [12, 6, 3, 1]) {
      const asked = bench.server.calls.length;
      bench.server.cut();
      while (bench.server.calls.length === asked) await bench.time.pass(100);
      expect(lastWait()).toBe(expected);
    }
    await bench.time.pass(1_000);
    expect(lastWait()).toBe(2);
    await bench.time.pass(350_000);
    expect(lastWait()).toBe(25);
  });

  it('that is not answered is given up 5 s later', async () => {
    const service = await reading();
    bench.server.isFrozen = true;
    bench.server.release();
    await bench.time.pass(1_000);
    bench.server.isFrozen = false;
    bench.server.end('family', 'f1', { silent: true });
    await bench.time.pass(29_000);
    expect(await service.status(token)).toBe('accepted');
    await bench.time.pass(2_000);
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('is no more than a poll each 0.8 s where nothing is held', async () => {
    bench.server.wait = 0;
    const service = await reading({ onStale: 'reject' });
    await bench.time.pass(8_000);
    expect(bench.server.calls.length).toBeGreaterThanOrEqual(11);
    expect(bench.server.calls.length).toBeLessThanOrEqual(13);
    bench.server.end('family', 'f1');
    await bench.time.pass(800);
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('is asked again after Retry-After where the issuer has no place for it', async () => {
    bench.server.hasPlaces = false;
    const service = await reading();
    const asked = bench.server.calls.length;
    await bench.time.pass(650);
    expect(bench.server.calls).toHaveLength(asked);
    await bench.time.pass(300);
    expect(bench.server.calls).toHaveLength(asked + 1);
    expect(lastWait()).toBe(25);
    expect(service.feed.health().state).toBe('fresh');
  });

  it.each(['0', '0.001', 'soon'])('is not asked again at once by Retry-After: %s', async (value) => {
    await reading();
    bench.server.onPage = (_, response) => {
      void bench.server.sign(0).then((text) => response.setHeader('retry-after', value).end(text));
    };
    bench.server.release();
    await bench.time.pass(4_000);
    expect(bench.server.calls.length).toBeLessThanOrEqual(9);
  });

  it('is asked again at once when an application was enabled, so that what ends next is refused at once', async () => {
    const service = await reading();
    bench.server.end('enabled', 'another application');
    await settled();
    bench.server.end('family', 'f1');
    await settled();
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('is not asked again at once by answers that repeat what is known', async () => {
    bench.server.end('family', 'x');
    await reading();
    answerBy(() => bench.server.sign(0));
    bench.server.release();
    await bench.time.pass(4_000);
    expect(bench.server.calls.length).toBeLessThanOrEqual(9);
    answerBy(() => bench.server.sign(0, { claims: { more: true } }));
    await bench.time.pass(4_000);
    expect(bench.server.calls.length).toBeLessThanOrEqual(15);
  });

  it.each([1, 20])('goes on where an answer begins anew, %i entries later', async (count) => {
    bench.server.pageSize = 3;
    const service = await reading();
    for (let at = 0; at < count; at++) bench.server.end('token', `t${at}`, { silent: true });
    bench.server.keys.push(other);
    bench.server.release();
    await bench.time.pass(1_000);
    expect(service.feed.health()).toMatchObject({ state: 'fresh', entries: count });
    expect(await service.status(await bench.token({ jti: `t${count - 1}`, fam: 'x' }, key))).toBe('invalid_token');
  });
});

describe('pages', () => {
  type Answer = Parameters<FeedBench['server']['sign']>[1];
  it.each<[string, Answer, RegExp]>([
    ['of another type', { header: { typ: 'at+jwt' } }, /typ is not revocations\+jwt/],
    ['without a type', { header: { typ: undefined } }, /typ is not revocations\+jwt/],
    ['of another issuer', { claims: { iss: 'https://else.example' } }, /iss is not the issuer/],
    ['without entries', { claims: { entries: {} } }, /entries is not a list/],
    ['without a log', { claims: { log: '' } }, /log is missing/],
    ['without a cursor', { claims: { next: 7 } }, /next is not a cursor/],
    ['that expired long ago', { claims: { exp: 1_799_999_000 } }, /it has expired, by the clock of this service/],
  ])('%s are not used; what is held goes on refusing', async (_, answer, why) => {
    bench.server.end('family', 'f1');
    const service = await reading();
    answerBy(() => bench.server.sign(0, answer));
    bench.server.end('token', 'j2', { silent: true });
    bench.server.cut();
    await bench.time.pass(20_000);
    expect(await service.status(token)).toBe('invalid_token');
    expect(said('warn')).toEqual([expect.stringMatching(why)]);
    bench.server.onPage = undefined;
    await bench.time.pass(21_000);
    expect(await service.status(await bench.token({ jti: 'j2', fam: 'f2' }))).toBe('invalid_token');
  });

  it('with a signature of another key, or changed, are not used', async () => {
    const impostor = { ...(await issuerKey('ES256', 'k1')), kid: 'k1' };
    const service = bench.service();
    const answers = [
      await bench.server.sign(undefined, { key: impostor }),
      (await bench.server.sign()).replace(/\.[^.]+\./, '.e30.'),
      'nonsense',
      '',
      await bench.token(),
    ];
    bench.server.onPage = (_, response) => void response.end(answers.shift());
    const waiting = service.status(token);
    await bench.time.pass(10_000);
    expect([await waiting, answers]).toEqual(['temporarily_unavailable', []]);
    expect(await service.status(token)).toBe('temporarily_unavailable');
  });

  it('by a new key are read at once, whatever ids of keys a stranger invented a moment before', async () => {
    const service = await reading();
    const invented = await bench.token({}, { ...other, kid: 'invented' });
    expect(await service.status(invented)).toBe('invalid_token');
    bench.server.keys.push(other);
    bench.server.end('family', 'f1');
    await settled();
    expect(await service.status(await bench.token({}, key))).toBe('invalid_token');
  });

  it('are no access tokens', async () => {
    const service = await reading();
    expect(await service.status(await bench.server.sign())).toBe('invalid_token');
  });

  it('from elsewhere are not followed', async () => {
    const service = await reading();
    bench.server.onPage = statusCode(302, { location: '/.well-known/jwks.json' });
    bench.server.cut();
    await bench.time.pass(70_000);
    expect(service.feed.health().state).toBe('stale');
    expect(said('warn')).toEqual([expect.stringMatching(/the answer was 302/)]);
  });

  it('that are a bomb are not read to the end', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    unwatch();
    bench.server.onPage = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    const service = bench.service();
    const waiting = service.status(token);
    await until(() => bench.lines.length > 0);
    expect(bench.lines[0]).toMatch(/over 4194304 bytes/);
    bench.server.onPage = undefined;
    await bench.time.pass(1_000);
    expect(await waiting).toBe('accepted');
  });

  it('of a compromised key end it at once, and what it signs is used no more', async () => {
    bench.server.keys.push(other);
    token = await bench.token({}, key);
    const service = await reading();
    expect(await service.status(token)).toBe('accepted');
    bench.server.keys.shift();
    bench.server.end('key', 'k1');
    await settled();
    expect(await service.status(token)).toBe('invalid_token');
    expect(await service.status(await bench.token({}, other))).toBe('accepted');
    answerBy(() => bench.server.sign(0, { key }));
    bench.server.release();
    await bench.time.pass(1_000);
    expect(said('warn')).toEqual([expect.stringMatching(/is not used/)]);
  });

  it('by a withdrawn key, as a cache may keep them, are passed by: the list is begun anew', async () => {
    for (let at = 0; at < 4; at++) bench.server.end('token', `t${at}`);
    bench.server.pageSize = 2;
    const impostor = await issuerKey('ES256', 'k0');
    const first = await bench.server.sign(undefined, { key: impostor });
    const service = bench.service();
    bench.server.onPage = (_, response) => {
      const { length } = bench.server.calls;
      if (length === 3) bench.server.onPage = undefined;
      const text = length === 2 ? Promise.resolve(first) : bench.server.sign();
      void text.then((page) => response.end(page));
    };
    const waiting = service.status(await bench.token({ jti: 't3' }));
    await bench.time.pass(3_000);
    expect(await waiting).toBe('invalid_token');
    expect(bench.server.calls.slice(0, 3).map((call) => call.includes('after'))).toEqual([false, true, false]);
  });
});

describe('an issuer that is away', () => {
  it.each(['accept', 'reject'] as const)(
    'onStale: %s, once no page came for ttl; all is said once',
    async (onStale) => {
      bench.server.end('family', 'gone');
      const service = await reading({ onStale });
      const gone = await bench.token({ fam: 'gone' });
      await bench.server.down();
      await bench.time.pass(59_000);
      expect([await service.status(token), await service.status(gone)]).toEqual(['accepted', 'invalid_token']);
      await bench.time.pass(1_000);
      const [good, bad] =
        onStale === 'accept' ? ['accepted', 'invalid_token'] : Array<string>(2).fill('temporarily_unavailable');
      expect([await service.status(token), await service.status(gone)]).toEqual([good, bad]);
      expect(service.feed.health()).toMatchObject({ state: 'stale', entries: 1 });
      await bench.time.pass(600_000);
      expect(said('warn')).toEqual([expect.stringMatching(/No page of .* came from .* for 6\d s \(.*ECONNREFUSED/)]);
      bench.server.end('family', 'f1');
      await bench.server.up();
      await bench.time.pass(21_000);
      expect([await service.status(token), await service.status(gone)]).toEqual(['invalid_token', 'invalid_token']);
      expect(service.feed.health().state).toBe('fresh');
      expect(bench.lines.slice(1)).toEqual([expect.stringMatching(/^log .* answers again/)]);
    },
  );

  it('is not confirmed by pages that have more: they may be a day old', async () => {
    const service = await reading();
    bench.server.end('token', 'x', { silent: true });
    let at = 0;
    bench.server.onPage = (request, response) => {
      if (++at % 3 === 0) return statusCode(429, { 'retry-after': '10' })(request, response);
      void bench.server.sign(0, { claims: { more: true, next: `page ${at}` } }).then((text) => response.end(text));
    };
    bench.server.release();
    await bench.time.pass(90_000);
    expect(service.feed.health().state).toBe('stale');
  });

  it('is not confirmed by a page that leads to itself, as a cache may answer that leaves out the query', async () => {
    const service = await reading();
    answerBy(() => bench.server.sign(0, { claims: { more: true } }));
    bench.server.release();
    await bench.time.pass(90_000);
    expect(service.feed.health().state).toBe('stale');
    expect(said('warn')[0]).toMatch(/more is to follow, but next is the cursor of the same page/);
  });
});

describe('a process that stood still', () => {
  it.each([4_000, 45_000, 3_600_000])('for %i ms waits for a page before it judges again', async (stopped) => {
    const service = await reading({ onStale: 'reject' });
    expect(await service.status(token)).toBe('accepted');
    bench.server.end('family', 'f1', { silent: true });
    bench.time.standStill(stopped);
    expect(await service.status(token)).toBe('invalid_token');
    await settled();
    expect([bench.server.calls.at(-2), lastWait()]).toEqual([expect.not.stringContaining('wait'), 25]);
    expect(bench.lines).toEqual([]);
  });

  it('takes no answer from before for one, and asks again over a dead connection', async () => {
    const service = await reading();
    bench.server.release();
    bench.time.standStill(4_000);
    bench.server.end('family', 'f1');
    bench.server.onPage = (request) => {
      bench.server.onPage = undefined;
      request.socket.destroy();
    };
    const judged = service.status(token);
    await bench.time.pass(900);
    expect(await judged).toBe('invalid_token');
    expect(bench.lines).toEqual([]);
  });

  it('notices by a late timer too, before a token comes', async () => {
    const service = await reading();
    bench.server.end('family', 'f1', { silent: true });
    bench.time.standStill(5_000);
    await bench.time.pass(0);
    await settled();
    expect(service.feed.health().entries).toBe(1);
  });

  it.each<['accept' | 'reject', number, string]>([
    ['accept', 3_600_000, 'accepted'],
    ['reject', 30_000, 'accepted'],
    ['reject', 3_600_000, 'temporarily_unavailable'],
  ])('waits a second at most, then %s counts: after %i ms', async (onStale, stopped, expected) => {
    const service = await reading({ onStale });
    await bench.server.down();
    bench.time.standStill(stopped);
    let status: string | undefined;
    const judged = service.status(token).then((answer) => (status = answer));
    await bench.time.pass(950);
    expect(status).toBeUndefined();
    await bench.time.pass(50);
    await judged;
    expect(status).toBe(expected);
  });

  it('is not one whose look is a little late', async () => {
    const service = await reading();
    bench.server.end('family', 'f1', { silent: true });
    bench.time.standStill(2_900);
    expect(await service.status(token)).toBe('accepted');
  });
});

describe('a clock', () => {
  it.each([MONTH, -MONTH])('here that jumps by %i ms loses nothing', async (jump) => {
    bench.server.end('family', 'f1');
    const service = await reading();
    expect(await service.status(token)).toBe('invalid_token');
    const serverNow = Math.floor(bench.time.now() / 1_000);
    answerBy(() => bench.server.sign(1, { claims: { iat: serverNow, exp: serverNow + 300 } }));
    bench.time.wall += jump;
    for (let minute = 0; minute < 2; minute++) await bench.time.pass(60_000);
    bench.time.wall -= jump;
    bench.server.onPage = undefined;
    await bench.time.pass(60_000);
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('of the issuer that jumps by a month loses nothing', async () => {
    bench.server.end('family', 'f1');
    const service = await reading();
    const iat = Math.floor((bench.time.now() + MONTH) / 1_000);
    answerBy(() => bench.server.sign(1, { claims: { iat, exp: iat + 300 } }));
    bench.server.release();
    for (let minute = 0; minute < 2; minute++) await bench.time.pass(60_000);
    bench.server.onPage = undefined;
    await bench.time.pass(60_000);
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('that goes on drops what expired, so that memory is given back', async () => {
    bench.server.end('family', 'f1', { exp: 600 });
    bench.server.end('token', 'x');
    const service = await reading();
    expect(service.feed.health().entries).toBe(2);
    for (let minute = 0; minute < 12; minute++) await bench.time.pass(60_000);
    expect(service.feed.health().entries).toBe(1);
  });
});

describe('a restore', () => {
  it('begins another log: all is read, what was revoked stays so, and that is said', async () => {
    bench.server.end('family', 'f1');
    const service = await reading();
    bench.server.restore();
    bench.server.end('token', 'j3');
    await settled();
    expect(await service.status(token)).toBe('invalid_token');
    expect(await service.status(await bench.token({ jti: 'j3', fam: 'f2' }))).toBe('invalid_token');
    expect(said('warn')).toEqual([expect.stringMatching(/has begun another log/)]);
    bench.server.end('family', 'f2');
    await settled();
    expect(await service.status(await bench.token({ fam: 'f2' }))).toBe('invalid_token');
  });

  it('is not undone by a page of the log before, as a cache may keep it', async () => {
    const service = await reading();
    const before = await bench.server.sign();
    await bench.time.pass(1_000);
    bench.server.restore();
    bench.server.end('family', 'f1');
    await settled();
    answerBy(() => Promise.resolve(before));
    bench.server.release();
    await bench.time.pass(1_000);
    expect(said('warn').at(-1)).toMatch(/it belongs to a log that was replaced/);
    bench.server.onPage = undefined;
    await bench.time.pass(2_000);
    expect([await service.status(token), service.feed.health().state]).toEqual(['invalid_token', 'fresh']);
  });
});
