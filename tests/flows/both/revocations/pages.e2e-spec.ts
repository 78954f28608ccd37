import { decodeProtectedHeader } from 'jose';
import {
  digestOf,
  entriesOf,
  pageUrl,
  readFeed,
  readPage,
  verifyPage,
} from '@consentry/test-support/world/feed-reader';
import { givenServer } from '@consentry/test-support/server/given';
import { rawRequest } from '@consentry/test-support/server/raw';
import { TestServer } from '@consentry/test-support/server/server';
import { addRevocation, addRevocations } from '@consentry/test-support/world/stored-revocation';
import { call } from '@consentry/test-support/world/world';

const PATH = '/oauth2/revocations';
const HOUR = 3_600;

describe('a page of the revocations', () => {
  const server = givenServer();

  it('is a JWT of its own type, signed by a key of the JWKS, without any token', async () => {
    const { status, headers, text } = await call('GET', server.url + PATH);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/revocations+jwt']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(decodeProtectedHeader(text)).toEqual({
      alg: 'ES256',
      kid: expect.any(String) as string,
      typ: 'revocations+jwt',
    });
    const { iat, exp, ...claims } = await verifyPage(server, text);
    const [log, next] = [expect.any(String) as string, expect.any(String) as string];
    expect(claims).toEqual({ iss: server.url, ttl: 60, wait: 25, log, next, entries: [] });
    expect([Buffer.from(claims.log, 'base64url').length, exp! - iat!]).toEqual([16, 60]);
  });

  it('has what is in the table, as digests, those of a kind that expire together one after another', async () => {
    const expiresAt = Date.now() + 60_001;
    await addRevocation(server, { kind: 'family', subject: 'family-a', expiresAt });
    await addRevocation(server, { kind: 'grant', subject: 'account-a', clientId: 'client-a', below: 3, expiresAt });
    await addRevocation(server, { kind: 'before', subject: '', below: 1_700_000_000, expiresAt });
    await addRevocation(server, { kind: 'family', subject: 'family-b', expiresAt });
    const { log, entries } = await readPage(server);
    const exp = Math.ceil(expiresAt / 1000 / HOUR) * HOUR;
    const both = ['family-a', 'family-b'].map((family) => Buffer.from(digestOf(log, 'family', family), 'base64url'));
    expect(entries).toEqual([
      { k: 'family', exp, h: Buffer.concat(both).toString('base64url') },
      { k: 'grant', exp, h: digestOf(log, 'grant', 'account-a\0client-a'), n: [3] },
      { k: 'before', exp, h: digestOf(log, 'before', ''), n: [1_700_000_000] },
    ]);
  });

  it('after a cursor has what is newer', async () => {
    const { log, next } = await readPage(server);
    expect(await readPage(server, { query: { after: next } })).toMatchObject({ after: next, next, entries: [] });
    await addRevocation(server, { kind: 'token', subject: 'token-a' });
    const page = await readPage(server, { query: { after: next } });
    expect([page.after, page.next === next]).toEqual([next, false]);
    expect(entriesOf(page)).toMatchObject([{ k: 'token', h: digestOf(log, 'token', 'token-a') }]);
  });

  it('begins anew after what is no cursor, one of another log, and one above the newest version', async () => {
    const { log, next } = await readPage(server);
    const whole = entriesOf(await readPage(server)).length;
    const [version, tag] = next.split('.').slice(1);
    for (const after of [
      '',
      'x',
      `${log}.1`,
      next.replace(log, 'A'.repeat(22)),
      `${log}.${Number(version) + 1}.${tag}`,
    ]) {
      const page = await readPage(server, { query: { after } });
      expect([after, page.after, entriesOf(page).length]).toEqual([after, undefined, whole]);
    }
  });

  it('says of an application that is disabled and enabled what is newest', async () => {
    const { log, next } = await readPage(server);
    await addRevocation(server, { kind: 'disabled', subject: 'client-b' });
    await addRevocation(server, { kind: 'enabled', subject: 'client-b' });
    const [disabled, enabled] = entriesOf(await readPage(server, { query: { after: next } }));
    const h = digestOf(log, 'disabled', 'client-b');
    expect([disabled, enabled]).toMatchObject([
      { k: 'disabled', h },
      { k: 'enabled', h },
    ]);
    expect(enabled!.v).toBeGreaterThan(disabled!.v!);
  });

  it('leaves out what has expired', async () => {
    const { next } = await readPage(server);
    await addRevocation(server, { kind: 'token', subject: 'expired', expiresAt: Date.now() - 2 * HOUR * 1000 });
    expect((await readPage(server, { query: { after: next } })).entries).toEqual([]);
  });

  it('may be kept by caches for a second, and not at all where it is empty', async () => {
    const whole = await call('GET', server.url + PATH);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=1');
    const { next } = await verifyPage(server, whole.text);
    const empty = await call('GET', pageUrl(server, { after: next }));
    expect(empty.headers.get('cache-control')).toBe('no-store');
  });

  it('is sent compressed where that is accepted, and is the same', async () => {
    const plain = await rawRequest(server, { target: PATH, headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
    const answer = await fetch(server.url + PATH, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const { log, next, entries } = await verifyPage(server, await answer.text());
    expect(await verifyPage(server, plain.body)).toMatchObject({ log, next, entries });
    const refused = await rawRequest(server, { target: PATH, headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('takes GET alone, and refuses a parameter that comes twice and a wait that is no number', async () => {
    for (const method of ['HEAD', 'POST', 'DELETE'])
      expect([method, (await call(method, server.url + PATH)).status]).toEqual([method, 405]);
    expect((await call('GET', `${server.url}${PATH}?after=1&after=2`)).status).toBe(400);
    for (const wait of ['x', '-1', '1.5']) {
      const { status, body } = await call('GET', pageUrl(server, { wait }));
      const error_description = 'wait must be a whole number of seconds from 0 to 25';
      expect([wait, status, body]).toEqual([wait, 400, { error: 'invalid_request', error_description }]);
    }
    expect((await call('GET', `${server.url}${PATH}/events`)).status).toBe(404);
  });
});

describe('a long list', () => {
  let server: TestServer;
  const LONG = 30_000;

  beforeAll(async () => {
    server = await TestServer.start();
    await addRevocations(server, LONG);
  });
  afterAll(() => server.stop());

  it('comes in pages, of which closed ones may be kept for a day, and the next one is there already', async () => {
    const first = await call('GET', server.url + PATH);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const { next, more, after, entries, iat, exp } = await verifyPage(server, first.text);
    expect([more, after, entriesOf({ entries }).length, exp! - iat!]).toEqual([true, undefined, 16_384, 172_800]);
    const second = await call('GET', pageUrl(server, { after: next }));
    expect(second.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    const page = await verifyPage(server, second.text);
    expect([page.after, page.more, entriesOf(page).length]).toEqual([next, true, 8_192]);
    const last = await readPage(server, { query: { after: page.next } });
    expect([last.more, entriesOf(last).length]).toEqual([undefined, LONG - 24_576]);
  });

  it('is signed once for all that read it', async () => {
    const { text } = await call('GET', server.url + PATH);
    expect((await call('GET', server.url + PATH)).text).toBe(text);
  });

  it('after a cursor inside a page begins with that page', async () => {
    const { log, next } = await readPage(server);
    const inside = next.replace('.16384.', '.5000.');
    const page = await readPage(server, { query: { after: inside } });
    expect([page.after, page.more, entriesOf(page).length]).toEqual([undefined, true, 16_384]);
    const later = await readPage(server, { query: { after: next.replace('.16384.', '.17000.') } });
    expect([later.after, later.log, entriesOf(later).length]).toEqual([next, log, 8_192]);
  });

  it('is whole, each entry once, and goes on with what is new', async () => {
    const { entries, next, pages } = await readFeed(server);
    expect([entries.length, new Set(entries.map(({ h }) => h)).size, pages]).toEqual([LONG, LONG, 3]);
    await addRevocation(server, { kind: 'token', subject: 'another' });
    expect(entriesOf(await readPage(server, { query: { after: next } }))).toHaveLength(1);
  });

  it('is as long in another process, which makes its own pages of it', async () => {
    await server.restart();
    expect((await readFeed(server)).entries).toHaveLength(LONG + 1);
  });
});
