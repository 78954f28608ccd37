import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CallbackPage } from './callback-page';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

describe('CallbackPage', () => {
  let url: string;
  let page: CallbackPage;
  beforeEach(async () => {
    url = `http://localhost:${await freePort()}/callback`;
    page = new CallbackPage(url);
    expect(await page.listen()).toBe(url);
  });
  afterEach(() => page.close());

  it('shows what an authorization response carries, escaped', async () => {
    const response = await fetch(`${url}?code=abc&state=${encodeURIComponent('<script>"&\'')}`);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<dt>code</dt><dd><code>abc</code></dd>');
    expect(html).toContain('<code>&#60;script&#62;&#34;&#38;&#39;</code>');
    expect(html).toContain('step 4 of the transcript');
  });

  it('says what an error and an empty call mean', async () => {
    expect(await (await fetch(`${url}?error=access_denied`)).text()).toContain('The auth server refused');
    expect(await (await fetch(url)).text()).toContain('Step 3 of the transcript');
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
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });

  it('says that its port is in use', async () => {
    const second = new CallbackPage(url);
    expect(await second.listen()).toMatch(/^no page, as the port of CALLBACK_URL .* is in use/);
    second.close();
  });
});
