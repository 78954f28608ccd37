import { Browser } from '@consentry/test-support/browser/browser';
import { ExampleProcess } from '../../support/example-process';
import { terminalOf } from '../../support/transcript';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { freePort } from '@consentry/test-support/server/ports';
import { visit } from '@consentry/test-support/browser/visit';
import { call, obtainTokens, register } from '@consentry/test-support/world/world';

describe('examples/server-rendered', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let notes: GuardedService;
  let app: ExampleProcess;
  let site: string;

  beforeAll(async () => {
    notes = await GuardedService.start(server.url);
    site = `http://localhost:${await freePort()}`;
    const application = await register(server, account, { redirect_uris: [`${site}/callback`] });
    app = await ExampleProcess.serve('server-rendered', {
      ...{ AUTH_URL: server.url, API_URL: notes.url, SITE_URL: site, SESSION_SECRET: 'a secret of the test' },
      ...{ CLIENT_ID: application.client_id, CLIENT_SECRET: application.client_secret },
    });
    const { access_token: token } = await obtainTokens(server, account, application);
    const headers = { authorization: `Bearer ${token}` };
    await call('POST', `${notes.url}/notes`, { headers, body: { text: '<b>Milk</b>' } });
  });
  afterAll(() => Promise.all([app.stop(), notes.stop()]));

  async function signedIn(): Promise<Browser> {
    const browser = new Browser();
    expect((await browser.open(site)).next?.pathname).toBe('/sign-in');
    const { next } = await browser.open(`${site}/sign-in`);
    const { pathname, search } = await visit(server, account, next!);
    expect((await browser.open(`${site}${pathname}${search}`)).next?.pathname).toBe('/');
    return browser;
  }

  it('signs in, and renders what the API answers, as text', async () => {
    const { status, text } = await (await signedIn()).open(site);
    expect(status).toBe(200);
    expect(text).toContain('<li>&#60;b&#62;Milk&#60;/b&#62;</li>');
  });

  it('is the backend of scripts, which send a header that other sites cannot', async () => {
    const browser = await signedIn();
    const api = `${site}/api/notes`;
    expect((await browser.open(api)).status).toBe(403);
    const { status, text } = await browser.open(api, { 'x-requested-by': 'notes' });
    expect([status, JSON.parse(text)]).toEqual([200, { items: [expect.objectContaining({ text: '<b>Milk</b>' })] }]);
    const stranger = await call('GET', api, { headers: { 'x-requested-by': 'notes' } });
    expect([stranger.status, stranger.body]).toEqual([401, { error: 'sign_in_needed' }]);
  });

  it('gives the browser no token, and a new session at the sign-in', async () => {
    const browser = new Browser();
    const begun = await browser.open(`${site}/sign-in`);
    const { pathname, search } = await visit(server, account, begun.next!);
    const arrived = await browser.open(`${site}${pathname}${search}`);
    const [before, after] = [begun, arrived].map(({ headers }) => String(headers['set-cookie']));
    expect(after).toMatch(/^connect\.sid=s%3A[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(after).not.toBe(before);
  });

  it('signs out, and needs the person again', async () => {
    const browser = await signedIn();
    expect((await browser.open(site)).status).toBe(200);
    const out = await browser.send(`${site}/sign-out`);
    expect(out.text).toContain('Signed out');
    expect((await browser.open(site)).next?.pathname).toBe('/sign-in');
  });

  it('says what is missing to start', async () => {
    const { code, output } = await ExampleProcess.spawn('server-rendered', { env: { CLIENT_ID: 'x' } }).ended();
    expect([code, output]).toEqual([1, expect.stringContaining('CLIENT_SECRET is missing')]);
  });

  it('answers as its README shows', async () => {
    const [shown, printed] = await terminalOf('server-rendered', { 'http://localhost:8080': site });
    expect(printed).toBe(shown);
  });
});
