import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { authorizeUrl, call, decide, requestConsent } from '@consentry/test-support/world/world';

const PAGE = 'https://ui.example.com/consent?theme=dark';
const FIREFOX = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('GET /oauth2/authorize by a browser, where CONSENT_UI_URL is set', () => {
  const server = givenServer({ env: { CONSENT_UI_URL: PAGE } });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const ask = (accept: string, url = authorizeUrl(server, application)) =>
    call('GET', url, { headers: { ...account.session, accept } });

  const browsers = [
    'text/html',
    FIREFOX,
    'TEXT/HTML',
    'text/html, application/json;q=0.9',
    'application/json;q=0.4, text/html;q=0.5',
    'text/html;q=0.001',
    'text/html;level=1',
    'text/html ; q=0.5 , application/json ; q=0.4',
    'application/json;q=0, text/html;q=0.1',
    'text/html;q=0.2, */*;q=1',
  ];

  it.each(browsers)('Accept: %s is sent to the page', async (accept) => {
    const { status, headers } = await ask(accept);
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(`${PAGE}&${authorizeUrl(server, application).split('?')[1]}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toMatch(/Accept/);
  });

  const programs = [
    '*/*',
    'application/json',
    'text/*',
    'application/json, text/html',
    'text/html;q=0.5, application/json;q=0.5',
    'text/html;q=0.8, application/json;q=0.9',
    'text/html;q=0',
    'text/htmlx',
    'application/xhtml+xml',
    'application/json, text/plain, */*',
    '',
  ];

  it.each(programs)('Accept: %s gets JSON', async (accept) => {
    expect((await ask(accept)).status).toBe(200);
  });

  it('what is wrong with client or redirect URI is shown there, with the query unchanged', async () => {
    for (const search of [
      'client_id=nobody&state=%zz',
      'state=a+b%20c&state=%41&x[]=%2f',
      'x',
      'redirect_uri=https://evil.example.com',
    ]) {
      const { status, headers } = await ask('text/html', `${server.url}/oauth2/authorize?${search}`);
      expect(status).toBe(302);
      expect(headers.get('location')).toBe(`${PAGE}&${search}`);
    }
    const bare = await ask('text/html', `${server.url}/oauth2/authorize`);
    expect(bare.headers.get('location')).toBe(PAGE);
  });

  it('nothing in the query makes it go elsewhere', async () => {
    for (const search of [
      '\\evil.example.com',
      '//evil.example.com',
      '@evil.example.com/',
      '?https://evil.example.com',
    ]) {
      const { headers } = await ask('text/html', `${server.url}/oauth2/authorize?${search}`);
      expect(new URL(headers.get('location') ?? '').origin).toBe('https://ui.example.com');
    }
  });

  it("the page's origin may decide and read the answer, another may not", async () => {
    const decideFrom = async (origin: string) => {
      const { sessionID } = await requestConsent(server, account, application);
      return call('POST', `${server.url}/oauth2/authorize`, {
        headers: { ...account.session, origin, prefer: 'return=representation' },
        body: { session_id: sessionID, is_rejected: true },
      });
    };
    const own = await decideFrom('https://ui.example.com');
    expect(own.status).toBe(200);
    expect(own.headers.get('access-control-allow-origin')).toBe('https://ui.example.com');
    expect((await decideFrom('https://ui.example.com:8443')).status).toBe(403);
  });

  it('a decision is never sent to the page', async () => {
    const { sessionID } = await requestConsent(server, account, application);
    const { status } = await call('POST', `${server.url}/oauth2/authorize`, {
      headers: { ...account.session, accept: 'text/html' },
      body: { session_id: sessionID, is_rejected: true },
    });
    expect(status).toBe(301);
    expect((await decide(server, account, sessionID)).headers.get('location')).toMatch(/error=invalid_request/);
  });
});
