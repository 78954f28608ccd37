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
  unwatch = watchFetch();
  bench = await FeedBench.start(key);
  token = await bench.token();
});
afterEach(async () => {
  await bench.close();
  unwatch();
});

/** A service that has read the feed and listens. */
async function listening(options: Parameters<FeedBench['service']>[0] = {}) {
  const service = bench.service(options);
  expect(await service.status(await bench.token({ jti: 'first', fam: 'first' }))).toBe('accepted');
  return service;
}

/** Waits until what was sent before was read. */
async function heard(service: ReturnType<FeedBench['service']>) {
  const marker = `marker-${bench.server.version}`;
  const marked = await bench.token({ jti: marker });
  bench.server.end('token', marker);
  for (let tries = 0; tries < 5_000; tries++) {
    if ((await service.status(marked)) !== 'accepted') return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('the marker was not heard');
}

/** Documents are what this signs. */
const answerBy = (sign: () => Promise<string>) => {
  bench.server.onDocument = (_, response) => void sign().then((text) => response.end(text));
};
const warnings = () => bench.lines.filter((line) => line.startsWith('warn'));
/** Breaks all streams, and waits until both ends know. */
async function breakStreams() {
  for (const stream of bench.server.streams) stream.destroy();
  await until(() => bench.server.streams.size === 0);
  for (let turn = 0; turn < 4; turn++) await settled();
}
const heartbeat = () => bench.server.write(': heartbeat\n\n');
const statusCode =
  (code: number, headers = {}) =>
  (_: unknown, response: import('node:http').ServerResponse) =>
    void response.writeHead(code, headers).end();

describe('a service', () => {
  it('reads all once its first token comes, and is told the rest', async () => {
    bench.server.end('token', 'gone');
    const service = bench.service();
    expect(bench.server.documents).toEqual([]);
    const gone = await bench.token({ jti: 'gone' });
    expect(await Promise.all([service.status(token), service.status(gone)])).toEqual(['accepted', 'invalid_token']);
    expect(bench.server.documents).toEqual(['/oauth2/revocations']);
    expect(bench.server.opened[0]).toMatchObject({ 'last-event-id': `${bench.server.log}.1` });
    bench.server.end('family', 'f1');
    await until(() => service.feed.health().entries === 2);
    expect(await service.status(token)).toBe('invalid_token');
    expect(bench.server.documents).toHaveLength(1);
    expect(service.feed.health()).toMatchObject({ state: 'fresh' });
  });

  it('asks with credentials where it has some', async () => {
    await listening({ authorization: 'Basic YTpi' });
    expect(bench.server.opened[0]).toMatchObject({ authorization: 'Basic YTpi' });
  });

  it('answers 503 until it could read, and no longer', async () => {
    bench.server.onDocument = statusCode(500);
    const service = bench.service();
    const waiting = service.status(token);
    await bench.time.pass(4_999);
    await expect(Promise.race([waiting, settled()])).resolves.toBeUndefined();
    await bench.time.pass(1);
    expect([await waiting, await service.status(token)]).toEqual([
      'temporarily_unavailable',
      'temporarily_unavailable',
    ]);
    expect(bench.lines).toEqual([expect.stringMatching(/^error Cannot read revocations from .*: the answer was 500/)]);
    bench.server.onDocument = undefined;
    await bench.time.pass(3_000);
    expect(await service.status(token)).toBe('accepted');
  });

  it('does not wait longer for a server that hangs, and asks again', async () => {
    bench.server.onDocument = () => undefined;
    const service = bench.service();
    const waiting = service.status(token);
    await until(() => bench.server.documents.length === 1);
    await bench.time.pass(5_000);
    expect(await waiting).toBe('temporarily_unavailable');
    bench.server.onDocument = undefined;
    await bench.time.pass(33_000);
    expect(await service.status(token)).toBe('accepted');
  });

  it('of an issuer without a feed goes on, and asks again every 10 minutes', async () => {
    bench.server.hasFeed = false;
    const service = await listening();
    expect(await service.status(token)).toBe('accepted');
    expect(bench.lines).toEqual([expect.stringMatching(/^log .* is 404/)]);
    expect(service.feed.health()).toEqual({ state: 'none' });
    bench.server.hasFeed = true;
    bench.server.end('family', 'f1');
    await bench.time.pass(599_000);
    expect(await service.status(token)).toBe('accepted');
    await bench.time.pass(2_000);
    expect(await service.status(token)).toBe('invalid_token');
    expect(bench.lines).toHaveLength(1);
  });

  it('is closed without a trace', async () => {
    const service = await listening();
    await until(() => bench.server.streams.size === 1);
    bench.server.end('family', 'f1');
    await until(() => service.feed.health().entries === 1);
    service.feed.close();
    await until(() => bench.server.streams.size === 0);
    const asked = bench.server.documents.length;
    await bench.time.pass(600_000);
    expect([bench.server.documents.length, bench.server.opened.length]).toEqual([asked, 1]);
    expect([await service.status(token), warnings()]).toEqual(['invalid_token', []]);
  });
});

describe('a stream', () => {
  it('that breaks without a sign costs 10 s', async () => {
    const service = await listening();
    expect(await service.status(token)).toBe('accepted');
    await bench.time.pass(4_000);
    heartbeat();
    await settled();
    bench.server.end('family', 'f1', { silent: true });
    await bench.time.pass(7_000);
    expect(await service.status(token)).toBe('accepted');
    await bench.time.pass(3_000);
    expect(await service.status(token)).toBe('invalid_token');
    expect(bench.server.opened).toHaveLength(2);
  });

  it('that breaks is opened again, and what was missed is read', async () => {
    const service = await listening();
    const at = bench.server.version;
    bench.server.end('family', 'f1', { silent: true });
    await breakStreams();
    await bench.time.pass(1_500);
    expect(await service.status(token)).toBe('invalid_token');
    expect(bench.server.documents).toContain(`/oauth2/revocations?since=${at}&log=${bench.server.log}`);
    expect(bench.server.opened).toHaveLength(2);
  });

  it('is polled for at least every ttl where none comes through, and that is said once', async () => {
    bench.server.onStream = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const service = bench.service();
    const first = service.status(token);
    await until(() => bench.server.opened.length === 1);
    await bench.time.pass(500);
    expect(await first).toBe('accepted');
    for (let minute = 0; minute < 5; minute++) {
      bench.server.end('token', `t${minute}`, { silent: true });
      const gone = await bench.token({ jti: `t${minute}` });
      await bench.time.pass(60_000);
      expect(await service.status(gone)).toBe('invalid_token');
    }
    expect(warnings()).toEqual([expect.stringMatching(/within 5 s: does a proxy buffer it\?/)]);
    expect(service.feed.health().state).toBe('fresh');
  });

  it('is asked for again as the issuer says when it stops', async () => {
    const service = await listening();
    bench.server.write('retry: 4000\nevent: bye\ndata: {}\n\n');
    for (const stream of bench.server.streams) stream.end();
    await until(() => bench.server.streams.size === 0);
    await bench.time.pass(3_900);
    expect(bench.server.opened).toHaveLength(1);
    await bench.time.pass(200);
    await until(() => bench.server.streams.size === 1);
    await heard(service);
  });

  it.each<[number, object, number]>([
    [503, { 'retry-after': '120' }, 240_000],
    [404, {}, 600_000],
    [500, {}, 30_000],
  ])('that is refused with %i is tried again, and the feed polled meanwhile', async (code, headers, within) => {
    bench.server.onStream = statusCode(code, headers);
    const service = await listening();
    bench.server.end('family', 'f1', { silent: true });
    await bench.time.pass(60_000);
    expect(await service.status(token)).toBe('invalid_token');
    bench.server.onStream = undefined;
    const tries = bench.server.opened.length;
    await bench.time.pass(within);
    expect(bench.server.opened.length).toBeGreaterThan(tries);
    expect(service.feed.health().state).toBe('fresh');
  });

  it('is confirmed by a signed document every 5 minutes', async () => {
    await listening();
    for (let at = 0; at < 360_000; at += 5_000) {
      heartbeat();
      await bench.time.pass(5_000);
    }
    expect(bench.server.documents.length).toBeGreaterThanOrEqual(3);
    expect(bench.server.documents.length).toBeLessThanOrEqual(4);
    expect(bench.server.opened).toHaveLength(1);
  });

  it('with events that are malformed or too large costs a look at the document, not the service', async () => {
    const service = await listening();
    bench.server.end('family', 'f1', { silent: true });
    bench.server.write(': a comment\nevent: ended\ndata: {"log"\n\nnonsense\n\nevent: ended\ndata: 7\n\n');
    await settled();
    await bench.time.pass(300);
    expect(await service.status(token)).toBe('invalid_token');
    const after = await bench.token({ jti: 'after', fam: 'f2' });
    bench.server.end('token', 'after', { silent: true });
    bench.server.write(`data: ${'x'.repeat(9 * 1024 * 1024)}`);
    await until(() => bench.server.streams.size === 0);
    await bench.time.pass(2_000);
    expect(await service.status(after)).toBe('invalid_token');
    await until(() => bench.server.streams.size === 1);
  });

  it('in pieces and with every kind of line break is read', async () => {
    const service = await listening();
    const { log } = bench.server;
    const entry = bench.server.end('family', 'f1', { silent: true });
    const text = `\uFEFF: é\r\nevent: ended\rid: x\ndata: ${JSON.stringify({ log, v: 1, entries: [entry] })}\r\n\r\n`;
    for (const byte of Buffer.from(text.slice(1))) {
      for (const stream of bench.server.streams) stream.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => service.feed.health().entries === 1);
    expect(await service.status(token)).toBe('invalid_token');
  });
});

describe('events', () => {
  it('that come twice, in another order, with a lower version later', async () => {
    const service = await listening();
    const [older, newer] = [
      bench.server.end('token', 'j1', { silent: true }),
      bench.server.end('family', 'x', { silent: true }),
    ];
    for (const entries of [[newer], [newer, older], [older], [newer]]) bench.server.send('ended', entries);
    await heard(service);
    expect(await service.status(token)).toBe('invalid_token');
    bench.server.version += 10;
    await heard(service);
    bench.server.end('token', 'late', { v: 5, silent: true });
    bench.server.send('ended', [bench.server.entries.at(-1)]);
    await heard(service);
    expect(await service.status(await bench.token({ jti: 'late', fam: 'f2' }))).toBe('invalid_token');
  });

  it('that say something is lifted are no more than a reason to ask', async () => {
    const disabled = bench.server.end('disabled', 'notebook');
    const service = bench.service();
    expect(await service.status(token)).toBe('invalid_token');
    bench.server.onDocument = statusCode(500);
    bench.server.end('enabled', 'notebook', { n: disabled.v });
    await heard(service);
    await bench.time.pass(200);
    expect(bench.server.documents).toHaveLength(2);
    expect(await service.status(token)).toBe('invalid_token');
    bench.server.onDocument = undefined;
    await bench.time.pass(1_000);
    expect(await service.status(token)).toBe('accepted');
    // An older hint, and one in the wrong event, change nothing.
    const asked = bench.server.documents.length;
    bench.server.send('ended', [{ ...disabled, k: 'enabled', n: 99 }]);
    bench.server.end('disabled', 'notebook');
    await heard(service);
    await bench.time.pass(300);
    expect([await service.status(token), bench.server.documents.length]).toEqual(['invalid_token', asked]);
  });

  it('of a compromised key drop it at once, and what it signs is used no more', async () => {
    bench.server.keys.push(other);
    token = await bench.token({}, key);
    const service = await listening();
    expect(await service.status(token)).toBe('accepted');
    bench.server.keys.shift();
    bench.server.end('key', 'k1');
    await heard(service);
    expect(await service.status(token)).toBe('invalid_token');
    expect(await service.status(await bench.token({}, other))).toBe('accepted');
    answerBy(() => bench.server.sign(undefined, { key }));
    bench.server.send('lifted', [], 'another log');
    await settled();
    await bench.time.pass(300);
    expect(warnings()).toEqual([expect.stringMatching(/is not used/)]);
  });
});

describe('documents', () => {
  type Answer = Parameters<FeedBench['server']['sign']>[1];
  it.each<[string, Answer, RegExp]>([
    ['of another type', { header: { typ: 'at+jwt' } }, /typ is not revocations\+jwt/],
    ['without a type', { header: { typ: undefined } }, /typ is not revocations\+jwt/],
    ['of another issuer', { claims: { iss: 'https://else.example' } }, /iss is not the issuer/],
    ['without entries', { claims: { entries: {} } }, /entries is not a list/],
    ['without a log', { claims: { log: '' } }, /log or v is missing/],
    ['of a strange version', { claims: { v: -1 } }, /log or v is missing/],
    ['that expired long ago', { claims: { exp: 1_799_999_000 } }, /it expired, by the clock of this service/],
    ['older than what is held', { claims: { v: 0 } }, /older than what is held/],
    ['that continue another version', { claims: { since: 900, v: 900 } }, /continues a version that is not held/],
  ])('%s are not used; what is held goes on refusing', async (_, answer, why) => {
    bench.server.end('family', 'f1');
    bench.server.onStream = statusCode(404);
    const service = await listening();
    bench.server.end('token', 'j2', { silent: true });
    answerBy(() => bench.server.sign(undefined, answer));
    await bench.time.pass(59_000);
    expect(await service.status(token)).toBe('invalid_token');
    expect(warnings()).toEqual([expect.stringMatching(why)]);
    bench.server.onDocument = undefined;
    await bench.time.pass(31_000);
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
    bench.server.onDocument = (_, response) => void response.end(answers.shift());
    const waiting = service.status(token);
    await bench.time.pass(5_000);
    expect(await waiting).toBe('temporarily_unavailable');
    await bench.time.pass(6_000);
    expect(answers).toEqual([]);
    expect(await service.status(token)).toBe('temporarily_unavailable');
  });

  it('are no access tokens', async () => {
    const service = await listening();
    expect(await service.status(await bench.server.sign())).toBe('invalid_token');
  });

  it('from elsewhere are not followed', async () => {
    const service = await listening();
    bench.server.onStream = bench.server.onDocument = statusCode(302, { location: '/.well-known/jwks.json' });
    await breakStreams();
    await bench.time.pass(70_000);
    expect(service.feed.health().state).toBe('stale');
    expect(warnings()).toEqual([expect.stringMatching(/the answer was 302/)]);
  });

  it('that are a bomb are not read to the end', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    bench.server.onDocument = (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(bomb);
    const service = bench.service();
    const waiting = service.status(token);
    await until(() => bench.lines.length > 0);
    expect(bench.lines[0]).toMatch(/over 67108864 bytes/);
    bench.server.onDocument = undefined;
    await bench.time.pass(1_000);
    expect(await waiting).toBe('accepted');
  });

  it('that are asked for too often are waited for', async () => {
    bench.server.onStream = statusCode(404);
    const service = await listening();
    bench.server.onDocument = statusCode(429, { 'retry-after': '40' });
    await bench.time.pass(54_000);
    const asked = bench.server.documents.length;
    await bench.time.pass(25_000);
    expect(bench.server.documents).toHaveLength(asked);
    bench.server.onDocument = undefined;
    await bench.time.pass(40_000);
    expect(service.feed.health().state).toBe('fresh');
  });
});

describe('an issuer that is away', () => {
  it.each(['accept', 'reject'] as const)(
    'onStale: %s, once nothing was heard for ttl; all is said once',
    async (onStale) => {
      bench.server.end('family', 'gone');
      const service = await listening({ onStale });
      const gone = await bench.token({ fam: 'gone' });
      await bench.server.down();
      await bench.time.pass(59_000);
      expect([await service.status(token), await service.status(gone)]).toEqual(['accepted', 'invalid_token']);
      await bench.time.pass(3_000);
      const [good, bad] =
        onStale === 'accept' ? ['accepted', 'invalid_token'] : Array<string>(2).fill('temporarily_unavailable');
      expect([await service.status(token), await service.status(gone)]).toEqual([good, bad]);
      expect(service.feed.health()).toMatchObject({ state: 'stale', entries: 1 });
      await bench.time.pass(3_600_000);
      expect(warnings()).toEqual([expect.stringMatching(/Nothing was heard from .* for 6\d s \(.*ECONNREFUSED/)]);
      bench.server.end('family', 'f1', { silent: true });
      await bench.server.up();
      await bench.time.pass(31_000);
      expect([await service.status(token), await service.status(gone)]).toEqual(['invalid_token', 'invalid_token']);
      expect(service.feed.health().state).toBe('fresh');
      expect(bench.lines.slice(1)).toEqual([expect.stringMatching(/^log .* answers again/)]);
    },
  );

  it('is heard by heartbeats, but not for ever without a signed document', async () => {
    const service = await listening();
    bench.server.onDocument = statusCode(500);
    for (let at = 0; at < 1_200_000; at += 5_000) {
      heartbeat();
      await bench.time.pass(5_000);
      if (at === 890_000) expect(service.feed.health().state).toBe('fresh');
    }
    expect(service.feed.health().state).toBe('stale');
  });
});

describe('a clock', () => {
  it.each([MONTH, -MONTH])('here that jumps by %i ms loses nothing', async (jump) => {
    bench.server.end('family', 'f1');
    const service = await listening();
    expect(await service.status(token)).toBe('invalid_token');
    const serverNow = Math.floor(bench.time.now() / 1_000);
    answerBy(() => bench.server.sign(undefined, { claims: { iat: serverNow, exp: serverNow + 300 } }));
    bench.time.wall += jump;
    for (let poll = 0; poll < 20; poll++) await bench.time.pass(60_000);
    bench.time.wall -= jump;
    bench.server.onDocument = undefined;
    await bench.time.pass(60_000);
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('of the issuer that jumps by a month loses nothing', async () => {
    bench.server.end('family', 'f1');
    const service = await listening();
    const iat = Math.floor((bench.time.now() + MONTH) / 1_000);
    answerBy(() => bench.server.sign(0, { claims: { iat, exp: iat + 300, entries: [] } }));
    for (let poll = 0; poll < 20; poll++) await bench.time.pass(60_000);
    answerBy(() => bench.server.sign(1));
    await bench.time.pass(60_000);
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('that goes on drops what expired, so that memory is given back', async () => {
    bench.server.end('family', 'f1', { exp: 600 });
    bench.server.end('token', 'x');
    const service = await listening();
    expect(service.feed.health().entries).toBe(2);
    bench.server.entries.shift();
    for (let poll = 0; poll < 15; poll++) await bench.time.pass(60_000);
    expect(service.feed.health().entries).toBe(1);
  });
});

describe('a restore', () => {
  it('begins another log: all is read, what was revoked stays so, and that is said', async () => {
    bench.server.end('family', 'f1');
    const service = await listening();
    bench.server.restore();
    bench.server.end('token', 'j3', { silent: true });
    await breakStreams();
    await bench.time.pass(1_500);
    expect(await service.status(token)).toBe('invalid_token');
    expect(await service.status(await bench.token({ jti: 'j3', fam: 'f2' }))).toBe('invalid_token');
    expect(warnings()).toEqual([expect.stringMatching(/begins another log/)]);
    bench.server.end('family', 'f2');
    await heard(service);
    expect(await service.status(await bench.token({ fam: 'f2' }))).toBe('invalid_token');
  });

  it('is noticed by an event of another log', async () => {
    const service = await listening();
    bench.server.restore();
    bench.server.end('family', 'f1');
    await settled();
    await bench.time.pass(200);
    expect(await service.status(token)).toBe('invalid_token');
  });

  it('of an hour ago under the same log is refused as long as it is behind', async () => {
    for (let at = 0; at < 5; at++) bench.server.end('family', `f${at}`);
    const service = await listening();
    bench.server.entries = bench.server.entries.slice(0, 1);
    bench.server.version = 1;
    await breakStreams();
    await bench.time.pass(70_000);
    expect(await service.status(token)).toBe('invalid_token');
    expect(warnings()[0]).toMatch(/older than what is held/);
  });
});
