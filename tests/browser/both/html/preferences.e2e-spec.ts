import { givenServer } from '@consentry/test-support/server/given';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { TestServer } from '@consentry/test-support/server/server';
import { call } from '@consentry/test-support/world/world';

describe('how a person wants the pages', () => {
  const server = givenServer();
  const given = (headers: Record<string, string> = {}) => new PageVisitor(server, headers);

  const choose = async (visitor: PageVisitor, typed: Record<string, string>, path = '/sign-in') =>
    visitor.post(await visitor.get(path), '/preferences', typed);

  const languageOf = ({ html }: { html: string }) => /<html lang="([^"]*)"/.exec(html)?.[1];
  const themeOf = ({ html }: { html: string }) => /data-theme="([^"]*)"/.exec(html)?.[1] ?? null;

  it('in the language of the browser, until another one is chosen', async () => {
    const visitor = given({ 'accept-language': 'de-AT, en;q=0.5' });
    expect(languageOf(await visitor.get('/sign-in'))).toBe('de');
    const { status, next, headers } = await choose(visitor, { language: 'en' }, '/sign-in?return_to=%2Fdevice');
    expect([status, next]).toEqual([303, '/sign-in?return_to=%2Fdevice']);
    expect(headers.get('set-cookie')).toBe('consentry_language=en; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax');
    expect(languageOf(await visitor.get('/sign-in'))).toBe('en');
    const { headers: page } = await visitor.get('/sign-in');
    expect(page.get('vary')).toContain('Accept-Language, Cookie');
  });

  it('light, dark or as the system has it, drawn by the server', async () => {
    const visitor = given();
    expect(themeOf(await visitor.get('/sign-in'))).toBeNull();
    for (const theme of ['dark', 'light']) {
      await choose(visitor, { theme });
      const page = await visitor.get('/sign-in');
      expect(themeOf(page)).toBe(theme);
      expect(page.html).toContain(`<meta name="color-scheme" content="${theme}"`);
    }
    await choose(visitor, { theme: 'system' });
    expect(themeOf(await visitor.get('/sign-in'))).toBeNull();
  });

  it('not in a language or look that there is not', async () => {
    for (const typed of [{}, { language: '../../etc' }, { language: 'xx' }, { theme: 'x" onload="y' }] as const) {
      const { status, headers } = await choose(given(), typed);
      expect([status, headers.get('set-cookie')]).toEqual([400, null]);
    }
    const visitor = given();
    visitor.cookies.set('consentry_language', '"><b>');
    visitor.cookies.set('consentry_theme', '"><b>');
    const page = await visitor.get('/sign-in');
    expect([page.status, languageOf(page), themeOf(page)]).toEqual([200, 'en', null]);
  });

  it('never leads elsewhere', async () => {
    for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', '/preferences', '/unknown', ''])
      expect((await choose(given(), { language: 'de', return_to: evil })).next).toBe('/');
  });

  it('is chosen by our own pages alone, by POST', async () => {
    const visitor = given();
    const page = await visitor.get('/sign-in');
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as const)
      expect((await visitor.post(page, '/preferences', { language: 'de' }, headers)).status).toBe(403);
    const { status, headers } = await visitor.get('/preferences?language=de');
    expect([status, headers.get('allow'), headers.get('set-cookie')]).toEqual([405, 'POST', null]);
  });

  it('is kept for https alone where the server is there', async () => {
    const published = await TestServer.start({ env: { AUTH_URL: 'https://auth.example.com' } });
    const answer = await call('POST', `http://127.0.0.1:${published.port}/preferences`, {
      headers: { origin: 'https://auth.example.com' },
      body: new URLSearchParams({ theme: 'dark' }),
    });
    expect(answer.headers.get('set-cookie')).toMatch(/^consentry_theme=dark; .*; Secure; SameSite=Lax$/);
    await published.stop();
  });
});
