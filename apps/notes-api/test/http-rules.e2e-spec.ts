import { gzipSync } from 'node:zlib';
import { Caller } from './support/caller';
import { Issuer } from './support/issuer';
import { Service } from './support/service';

describe('the rules of every answer', () => {
  let issuer: Issuer;
  let service: Service;
  let caller: Caller;

  beforeAll(async () => {
    issuer = await Issuer.listen();
    service = await Service.start({ AUTH_URL: issuer.url });
    const audience = service.url;
    caller = new Caller(audience, await issuer.mint({ subject: 'alice', scope: 'notes:read notes:write', audience }));
  });
  afterAll(async () => {
    await service.stop();
    await issuer.close();
  });

  it.each([
    ['200', () => caller.list()],
    ['201', () => caller.add({ text: 'a' })],
    ['400', () => caller.add({})],
    ['401', () => new Caller(service.url).list()],
    ['404', () => fetch(`${service.url}/nowhere`)],
    ['405', () => caller.call('DELETE')],
    ['413', () => caller.add({ text: 'x'.repeat(200_000) })],
    ['415', () => caller.post('text=a', 'application/x-www-form-urlencoded')],
    ['200', () => fetch(`${service.url}/health/live`)],
  ])('sets the headers on a %s (%#)', async (status, send) => {
    const { headers, ...answer } = await send().then((it) => ({ status: it.status, headers: it.headers }));
    expect(String(answer.status)).toBe(status);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      'referrer-policy': 'no-referrer',
      'content-type': expect.stringMatching(/^application\/(problem\+)?json/) as string,
    });
    for (const name of ['etag', 'x-powered-by', 'access-control-allow-origin']) expect(headers.has(name)).toBe(false);
  });

  it.each([
    ['HEAD', '/notes', 'GET, POST'],
    ['PUT', '/notes', 'GET, POST'],
    ['PATCH', '/notes', 'GET, POST'],
    ['DELETE', '/notes', 'GET, POST'],
    ['OPTIONS', '/notes', 'GET, POST'],
    ['POST', '/health/ready', 'GET, HEAD'],
    ['OPTIONS', '/health/live', 'GET, HEAD'],
  ])('refuses %s %s with 405 and Allow', async (method, path, allow) => {
    const answer = await fetch(service.url + path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe(allow);
  });

  it.each(['/health/live', '/health/ready', '/.well-known/oauth-protected-resource'])(
    'answers HEAD %s as GET, without the body',
    async (path) => {
      const [head, get] = [await fetch(service.url + path, { method: 'HEAD' }), await fetch(service.url + path)];
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    },
  );

  it.each(['HEAD', 'PUT', 'OPTIONS', 'DELETE'])(
    'refuses %s though the token is good, without effect',
    async (method) => {
      const before = await caller.texts();
      const body = method === 'PUT' ? { body: '{"text":"put"}', headers: { 'Content-Type': 'application/json' } } : {};
      expect((await caller.call(method, body)).status).toBe(405);
      expect(await caller.texts()).toEqual(before);
    },
  );

  it('knows no CORS: a preflight is 405 without permission', async () => {
    const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
    const answer = await fetch(`${service.url}/notes`, { method: 'OPTIONS', headers });
    expect(answer.status).toBe(405);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    [{}, 'text', 'must be a string'],
    [{ text: '' }, 'text', 'must have 1 to 10,000 characters'],
    [{ text: 'x'.repeat(10_001) }, 'text', 'must have 1 to 10,000 characters'],
    [{ text: 5 }, 'text', 'must be a string'],
    [{ text: null }, 'text', 'must be a string'],
    [{ text: ['a'] }, 'text', 'must be a string'],
    [{ text: { length: 1 } }, 'text', 'must be a string'],
    [{ text: 'half a pair: \ud800' }, 'text', 'must be well-formed Unicode'],
    [{ text: 'a', account_id: 'bob' }, 'account_id', 'is not a known field'],
  ])('names the wrong field of %j', async (note, field, detail) => {
    const answer = await caller.add(note);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Content-Type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: 400, errors: [{ field, detail }] });
  });

  it.each([[[]], [[{ text: 'a' }]], [[[]]], [[null]]])('refuses the list %j', async (list) => {
    expect((await caller.add(list)).status).toBe(400);
  });

  it.each([
    ['malformed JSON', '{"text": "my secret', 400],
    ['a bare string', '"my secret"', 400],
    ['broken UTF-8', Buffer.from([...Buffer.from('{"text":"'), 0xff, ...Buffer.from('"}')]), 400],
    ['too large', JSON.stringify({ text: 'my secret'.padEnd(110_000) }), 413],
    ['no body at all', '', 400],
    ['brackets alone', `{"text":${'['.repeat(40_000)}${']'.repeat(40_000)}}`, 400],
    ['fields in fields', `${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`, 400],
  ])('refuses %s without repeating it', async (_, body, status) => {
    const answer = await caller.post(body, 'application/json');
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('secret');
  });

  it('counts the bytes of a compressed body after inflating it', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const body = gzipSync(JSON.stringify({ text: 'x'.repeat(5_000_000) }));
    expect((await caller.call('POST', { headers, body })).status).toBe(413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx', ''])(
    'refuses a body of type "%s" with 415',
    async (type) => {
      expect((await caller.post(Buffer.from('{"text":"a"}'), type)).status).toBe(415);
    },
  );

  it('leaves an idle connection open for longer than a proxy does only where there is one', async () => {
    const keptBy = async ({ url }: Service) => (await fetch(`${url}/health/live`)).headers.get('keep-alive');
    expect(await keptBy(service)).toBe('timeout=30');
    const behindProxy = await Service.start({ AUTH_URL: issuer.url, TRUSTED_PROXIES: '127.0.0.1' });
    expect(await keptBy(behindProxy)).toBe('timeout=620');
    await behindProxy.stop();
  });

  it('reads headers of 30 KB', async () => {
    const answer = await fetch(`${service.url}/health/live`, { headers: { 'X-Large': 'x'.repeat(30_000) } });
    expect(answer.status).toBe(200);
  });

  it('logs one line a request, without headers, query or body', async () => {
    const settled = () => new Promise((resolve) => setTimeout(resolve, 100));
    await settled();
    const before = service.log.length;
    await caller.add({ text: 'a private note' });
    await fetch(`${service.url}/notes?code=query-secret`, { headers: { Authorization: 'Bearer header-secret' } });
    await settled();
    const lines = service.log.slice(before).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { method: 'POST', path: '/notes', status: 201, requestId: expect.any(String) as string },
      { method: 'GET', path: '/notes', status: 401, durationMs: expect.any(Number) as number },
    ]);
    expect(service.log).not.toMatch(/private note|query-secret|header-secret|Bearer|eyJ/);
  });
});
