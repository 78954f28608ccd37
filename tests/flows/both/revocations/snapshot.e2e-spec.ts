import { decodeProtectedHeader } from 'jose';
import { digestOf, readSnapshot, verifySnapshot } from '@consentry/test-support/world/feed-reader';
import { givenServer } from '@consentry/test-support/server/given';
import { rawRequest } from '@consentry/test-support/server/raw';
import { TestServer } from '@consentry/test-support/server/server';
import { addRevocation } from '@consentry/test-support/world/stored-revocation';
import { call } from '@consentry/test-support/world/world';

const PATH = '/oauth2/revocations';

describe('a snapshot of the revocations', () => {
  const server = givenServer();
  const issuer = () => server.url;

  it('is a JWT of its own type, signed by a key of the JWKS, without any token', async () => {
    const { status, headers, text } = await call('GET', issuer() + PATH);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/revocations+jwt']);
    expect(decodeProtectedHeader(text)).toEqual({
      alg: 'ES256',
      kid: expect.any(String) as string,
      typ: 'revocations+jwt',
    });
    const { iat, exp, ...claims } = await verifySnapshot(server, text);
    expect(claims).toEqual({ iss: issuer(), ttl: 60, v: 0, log: expect.any(String) as string, entries: [] });
    expect([Buffer.from(claims.log, 'base64url').length, exp! - iat!]).toEqual([16, 300]);
  });

  it('has what is in the table, as digests', async () => {
    const expiresAt = Date.now() + 60_001;
    await addRevocation(server, { kind: 'family', subject: 'family-a', expiresAt });
    await addRevocation(server, { kind: 'grant', subject: 'account-a', clientId: 'client-a', below: 3, expiresAt });
    await addRevocation(server, { kind: 'before', subject: '', below: 1_700_000_000, expiresAt });
    const { log, v, entries } = await readSnapshot(server);
    const exp = Math.ceil(expiresAt / 1000);
    expect(v).toBe(3);
    expect(entries).toEqual([
      { v: 1, k: 'family', h: digestOf(log, 'family', 'family-a'), exp },
      { v: 2, k: 'grant', h: digestOf(log, 'grant', 'account-a\0client-a'), n: 3, exp },
      { v: 3, k: 'before', h: digestOf(log, 'before', ''), n: 1_700_000_000, exp },
    ]);
    expect(entries.every(({ h }) => h.length === 22)).toBe(true);
  });

  it('since a version of this log has the rest, of another log or a version that there is not, the whole', async () => {
    const { log, v } = await readSnapshot(server);
    await addRevocation(server, { kind: 'token', subject: 'token-a' });
    const rest = await readSnapshot(server, { query: `?since=${v}&log=${log}` });
    expect([rest.since, rest.v]).toEqual([v, v + 1]);
    expect(rest.entries.at(-1)).toMatchObject({ v: v + 1, k: 'token', h: digestOf(log, 'token', 'token-a') });
    for (const query of [`?since=${v}`, `?since=${v}&log=other`, `?since=${v + 2}&log=${log}`, `?since=x&log=${log}`]) {
      const whole = await readSnapshot(server, { query });
      expect([query, whole.since, whole.entries.length]).toEqual([query, undefined, v + 1]);
    }
  });

  it('since a version older than what is kept is the whole', async () => {
    const old = await TestServer.start();
    await addRevocation(old, { kind: 'family', subject: 'family-a', version: 100 });
    const { log } = await readSnapshot(old);
    expect((await readSnapshot(old, { query: `?since=98&log=${log}` })).since).toBeUndefined();
    expect((await readSnapshot(old, { query: `?since=99&log=${log}` })).since).toBe(99);
    expect((await readSnapshot(old, { query: `?since=100&log=${log}` })).since).toBe(100);
    await old.stop();
  });

  it('leaves out what was lifted, and the rest has the lift', async () => {
    const { v } = await readSnapshot(server);
    await addRevocation(server, { kind: 'disabled', subject: 'client-b' });
    const { log, entries } = await readSnapshot(server);
    expect(entries.at(-1)).toMatchObject({ k: 'disabled', v: v + 1 });
    await addRevocation(server, { kind: 'enabled', subject: 'client-b', below: v + 1 });
    const whole = await readSnapshot(server);
    expect(whole.v).toBe(v + 2);
    expect(whole.entries.filter(({ k }) => k === 'disabled' || k === 'enabled')).toEqual([]);
    const rest = await readSnapshot(server, { query: `?since=${v + 1}&log=${log}` });
    expect(rest.entries.at(-1)).toMatchObject({
      v: v + 2,
      k: 'enabled',
      h: digestOf(log, 'disabled', 'client-b'),
      n: v + 1,
    });
  });

  it('has an ETag: the same state is 304 without a body, another one 200', async () => {
    const first = await call('GET', issuer() + PATH);
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('public, max-age=5');
    for (const tag of [etag, `W/${etag}`, `"a", ${etag}`]) {
      const again = await rawRequest(server, { target: PATH, headers: { 'if-none-match': tag } });
      expect([again.status, again.body, again.headers['etag']]).toEqual([304, '', etag]);
      expect(again.headers['content-length']).toBeUndefined();
    }
    await addRevocation(server, { kind: 'token', subject: 'token-b' });
    const changed = await call('GET', issuer() + PATH, { headers: { 'if-none-match': etag } });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  it('is sent compressed where that is accepted, and is the same', async () => {
    const plain = await rawRequest(server, { target: PATH, headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
    const answer = await fetch(issuer() + PATH, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text()).toBe(plain.body);
    const refused = await rawRequest(server, { target: PATH, headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('takes GET alone, and refuses a parameter that comes twice', async () => {
    for (const method of ['HEAD', 'POST', 'DELETE'])
      expect([method, (await call(method, issuer() + PATH)).status]).toEqual([method, 405]);
    expect((await call('GET', `${issuer()}${PATH}?since=1&since=2`)).status).toBe(400);
  });
});
