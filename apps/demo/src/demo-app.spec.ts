import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DemoApp } from './demo-app';
import { DemoClient } from './demo-client';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const places = {
  authUrl: 'http://localhost:1',
  baseUrl: 'http://localhost:2',
  appUrl: null,
  credentialsFile: '/demo/credentials.json',
};

describe('DemoApp', () => {
  let origin: string;
  let url: string;
  let app: DemoApp;
  const newApp = () =>
    new DemoApp(url, new DemoClient(places, { clientId: 'c', clientSecret: 's', redirectUri: url }), places);
  beforeEach(async () => {
    origin = `http://localhost:${await freePort()}`;
    url = `${origin}/callback`;
    app = newApp();
    expect(await app.listen()).toEqual({ url: `${origin}/` });
  });
  afterEach(() => app.close());

  const text = async (path: string) => (await fetch(path)).text();

  it('begins at its root, and sends a browser away with a state and a challenge of its own', async () => {
    expect(await text(`${origin}/`)).toContain('<a class="button" href="/connect">Connect my notes</a>');
    const [one, other] = [await connect(origin), await connect(origin)];
    expect(one.query).toMatchObject({
      response_type: 'code',
      client_id: 'c',
      redirect_uri: url,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'code_challenge']) {
      expect(one.query[name]).toMatch(/^[\w-]{43}$/);
      expect(one.query[name]).not.toBe(other.query[name]);
    }
    expect(one.cookie).toMatch(/^demo_application=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('shows what an authorization response carries, escaped', async () => {
    const html = await text(`${url}?code=abc&state=${encodeURIComponent('<script>"&\'')}`);
    expect(html).toContain('<dt>code</dt><dd><code>abc</code></dd>');
    expect(html).toContain('<code>&#60;script&#62;&#34;&#38;&#39;</code>');
  });

  it('takes the code of its own browser alone', async () => {
    const { query, cookie } = await connect(origin);
    const callback = `${url}?code=abc&state=${query.state}`;
    expect(await (await fetch(callback, { headers: { cookie } })).text()).toContain('Exchange it for tokens');
    for (const other of ['', (await connect(origin)).cookie, 'demo_application=x'])
      expect(await (await fetch(callback, { headers: { cookie: other } })).text()).toContain('leaves the code alone');
  });

  it('says what an error and an empty call mean', async () => {
    expect(await text(`${url}?error=access_denied`)).toContain('You said no');
    expect(await text(`${url}?error=invalid_scope`)).toContain('The auth server refused');
    expect(await text(url)).toContain('Nothing has arrived');
  });

  it('shows no notes to a browser that it does not know', async () => {
    for (const method of ['GET', 'POST'])
      expect(new URL((await fetch(`${origin}/notes`, { method })).url).pathname).toBe('/');
    expect(new URL((await fetch(`${origin}/exchange`, { method: 'POST' })).url).pathname).toBe('/');
  });

  it('lets a browser load nothing, frame nothing, keep nothing', async () => {
    const { headers } = await fetch(url);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('answers nothing else', async () => {
    expect((await fetch(`${url}/other`)).status).toBe(404);
    const refused = await fetch(url, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('says that its port is in use', async () => {
    const second = newApp();
    expect(await second.listen()).toEqual({
      problem: expect.stringMatching(/^the port of CALLBACK_URL .* is in use/) as string,
    });
    second.close();
  });
});

async function connect(origin: string): Promise<{ query: Record<string, string>; cookie: string }> {
  const { headers } = await fetch(`${origin}/connect`, { redirect: 'manual' });
  const { searchParams } = new URL(headers.get('location') ?? '');
  return { query: Object.fromEntries(searchParams), cookie: headers.get('set-cookie') ?? '' };
}
