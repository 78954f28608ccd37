import { setTimeout as pause } from 'node:timers/promises';
import { textLike } from '@consentry/test-support/world/anything';
import { consentUrl, openPage } from '@consentry/test-support/world/consent-form';
import { PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import type { DocumentServer } from '@consentry/test-support/world/document-server';
import { givenAccount, givenServer, givenSite } from '@consentry/test-support/server/given';
import { ANIMATION, JPEG, png, pngChunk } from '@consentry/test-support/world/images';
import { expectProblem } from '@consentry/test-support/world/problem';
import { postRegistration } from '@consentry/test-support/world/registration';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Application, call, obtainTokens, register, requestConsent } from '@consentry/test-support/world/world';

const PNG = png();
/** With a text in a chunk. */
const pngOf = (bytes: number) => png(40, 30, [pngChunk('tEXt', Buffer.alloc(bytes - png(40, 30).length - 12))]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe('the logo of an application', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const developer = givenAccount(server);
  const site = givenSite();
  let paths = 0;

  const serve = (content: Buffer, type = 'image/png', status = 200, headers = {}) =>
    site.answer(`/logo-${++paths}`, (response) =>
      response.writeHead(status, { 'content-type': type, ...headers }).end(content),
    );
  const pathOf = (uri: string) => new URL(uri).pathname;
  const logoOf = async (application: Application, more = {}) =>
    ((await requestConsent(server, developer, application, more))['client'] as { logo?: string }).logo;
  /** The job has dealt with it. */
  const copied = async () => {
    await server.advance({ minutes: 2 });
    const waiting = "SELECT uri FROM client_logos WHERE hash = '' AND fetched_at = 0";
    while ((await storedRows(server, waiting)).length > 0) await pause(50);
  };
  const fetchLogo = async (path: string) => {
    const answer = await fetch(server.url + path);
    return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) };
  };

  it('is copied, and shown from our own origin', async () => {
    const uri = serve(PNG, 'text/plain');
    const application = await register(server, developer, { logo_uri: uri });
    expect(await logoOf(application)).toBeUndefined();
    await copied();
    const path = await logoOf(application);
    expect(path).toMatch(/^\/assets\/[\w-]{43}\.png$/);
    const { status, headers, content } = await fetchLogo(path!);
    expect([status, content.equals(PNG)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': textLike(/^default-src 'none'; sandbox;/),
    });
    const { text } = await openPage(consentUrl(server, application), developer);
    expect(text).toContain(`<img src="${path!}" alt`);
    expect(text).not.toContain(uri);
    expect(site.timesFetched(pathOf(uri))).toBe(1);
    expect(site.lastHeaders).not.toHaveProperty('cookie');
  });

  it('stands on the page of the apps with access', async () => {
    const application = await register(server, developer, { logo_uri: serve(PNG) });
    await copied();
    await obtainTokens(server, developer, application);
    const { text } = await openPage(`${server.url}/account/apps`, developer);
    expect(text).toContain(`<img src="${(await logoOf(application))!}" alt`);
  });

  it('follows the application: another one, and none', async () => {
    const application = await register(server, developer, { logo_uri: serve(PNG) });
    await copied();
    const change = async (logo_uri: string | null) => {
      const url = `${server.url}/api/applications/${application.client_id}`;
      expect((await call('PATCH', url, { headers: developer.session, body: { logo_uri } })).status).toBe(200);
    };
    const before = await logoOf(application);
    await change(serve(JPEG));
    expect(await logoOf(application)).toBeUndefined();
    await copied();
    const after = await logoOf(application);
    expect([before, after]).toEqual([expect.stringMatching(/\.png$/), expect.stringMatching(/\.jpeg$/)]);
    await change(null);
    expect(await logoOf(application)).toBeUndefined();
    expect((await fetchLogo(after!)).status).toBe(404);
  });

  it.each<[string, (site: DocumentServer) => string]>([
    ['an SVG file', () => serve(SVG, 'image/svg+xml')],
    ['an SVG file that is called PNG', () => serve(SVG)],
    ['a page', () => serve(Buffer.from('<!doctype html>'), 'text/html')],
    ['a byte more than 64 KB', () => serve(pngOf(65_537))],
    ['a megabyte', () => serve(pngOf(1_048_576))],
    ['nothing', () => serve(Buffer.alloc(0))],
    ['a picture of 20,000 pixels', () => serve(png(20_000))],
    ['a picture that moves', () => serve(png(4, 4, [ANIMATION]))],
    ['a picture and a page', () => serve(Buffer.concat([PNG, SVG]))],
    ['what is not found', () => serve(PNG, 'image/png', 404)],
    ['a redirect, also to a picture', () => serve(PNG, 'image/png', 302, { location: serve(PNG) })],
    ['a redirect to a private address', () => serve(PNG, 'image/png', 307, { location: 'http://169.254.169.254/' })],
    ['a private address', () => 'https://10.0.0.1/logo.png'],
    ['a metadata service', () => 'https://169.254.169.254/latest/meta-data'],
    ['an IPv6 address of a private network', () => 'https://[fd00::1]/logo.png'],
    ['a mapped private address', () => 'https://[::ffff:10.0.0.1]/logo.png'],
    ['a name that there is not', () => 'https://logo.invalid/logo.png'],
  ])('is none where its address leads to %s', async (_, uriOf) => {
    const application = await register(server, developer, { logo_uri: uriOf(site) });
    await copied();
    expect(await logoOf(application)).toBeUndefined();
  });

  it('is a copy of 64 KB at most', async () => {
    const application = await register(server, developer, {
      logo_uri: serve(pngOf(65_536)),
    });
    await copied();
    expect((await fetchLogo((await logoOf(application)) ?? '')).content).toHaveLength(65_536);
  });

  it.each(['javascript:alert(1)', 'data:image/png;base64,iVBORw0KGgo=', 'file:///etc/passwd', 'http://example.com/x'])(
    'is refused at registration: %s',
    async (logo_uri) => {
      const body = { name: 'A', redirect_uris: ['https://a.example'], logo_uri };
      const answer = await call('POST', `${server.url}/api/applications`, { headers: developer.session, body });
      expectProblem(answer, 400, 'logo_uri');
    },
  );

  it('is none of an application that nobody registered', async () => {
    const uri = serve(PNG);
    const itself = (
      await postRegistration(server, { redirect_uris: ['https://app.example.com/callback'], logo_uri: uri })
    ).body;
    const document = site.serve('/client', { logo_uri: uri });
    await copied();
    for (const id of [itself.client_id, document])
      expect(await logoOf(applicationOf(id), { ...PKCE, redirect_uri: undefined })).toBeUndefined();
    expect(site.timesFetched(pathOf(uri))).toBe(0);
  });

  it.each(['x', `${'A'.repeat(43)}.png`, `${'A'.repeat(43)}.svg`, '..%2f..%2fpackage.json'])(
    'is not found below /assets by the name %s',
    async (name) => expect((await fetchLogo(`/assets/${name}`)).status).toBe(404),
  );

  it('is tried again a day later', async () => {
    let isThere = false;
    const uri = site.answer('/later', (response) => response.writeHead(isThere ? 200 : 503).end(PNG));
    await register(server, developer, { logo_uri: uri });
    await copied();
    isThere = true;
    await server.advance({ minutes: 2 });
    expect(site.timesFetched('/later')).toBe(1);
    await server.advance({ days: 1 });
    while (site.timesFetched('/later') < 2) {
      await server.advance({ minutes: 2 });
      await pause(200);
    }
  });
});
