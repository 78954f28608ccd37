import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExampleProcess } from '../../support/example-process';
import { terminalOf } from '../../support/transcript';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { allow, enter, refuse } from '@consentry/test-support/browser/steps';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { type Account, call, register, signUp } from '@consentry/test-support/world/world';

const BLOCKS = blocksOf('docs/how-to/single-page-app.md');

describeInChromium('examples/spa', () => {
  const server = new TestServer();
  const browser = givenBrowser(server);
  let app: ExampleProcess;
  let site: string;
  let api: string;
  let client_id: string;
  let ada: Account;

  beforeAll(async () => {
    api = `http://localhost:${await freePort()}`;
    site = `http://localhost:${await freePort()}`;
    const scopes = [{ name: 'notes:read', description: 'Read your notes' }];
    await server.start({ env: settingsOf([{ url: api, name: 'Notes', scopes }]) });
    ada = await signUp(server);
    const fields = JSON.parse(adapted(BLOCKS.get('registration'), { 'http://localhost:8080': site })) as object;
    client_id = (await register(server, ada, { ...fields })).client_id;
    app = await ExampleProcess.serve('spa', {
      AUTH_URL: server.url,
      API_URL: api,
      SITE_URL: site,
      CLIENT_ID: client_id,
    });
  });
  afterAll(() => Promise.all([app.stop(), server.stop()]));

  async function open() {
    const page = await browser.visitor();
    await enter(page, server, ada);
    await page.goto(site);
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  }
  async function endGrants(): Promise<void> {
    const { session: headers } = ada;
    const { body } = await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, { headers });
    for (const { id } of body.items) await call('DELETE', `${server.url}/api/grants/${id}`, { headers });
  }

  it('is what docs/how-to/single-page-app.md shows', () =>
    expect(readFileSync(join(ROOT, 'examples/spa/public/app.js'), 'utf8')).toContain(BLOCKS.get('manager')));

  it('signs in, calls the API of another origin, and keeps no token where a script could find it later', async () => {
    const page = await open();
    await allow(page);
    await page.getByText(`A note of ${ada.id}`).waitFor();
    expect(page.url()).toBe(`${site}/`);
    const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie');
    expect(stored).toBe('{}');
    await page.reload();
    await page.getByText('You are not signed in.').waitFor();
  });

  it('refreshes a token that the API refuses, and says so once the access is taken back', async () => {
    browser.expect(/\/notes: 401$/, /oauth2\/token: 400$/);
    const page = await open();
    const issued = page.waitForResponse(/\/oauth2\/token$/);
    await allow(page);
    const { access_token: token } = (await (await issued).json()) as { access_token: string };
    await page.getByText('You are signed in.').waitFor();
    const body = new URLSearchParams({ client_id, token });
    expect((await call('POST', `${server.url}/oauth2/revoke`, { body })).status).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    while ((await call('GET', `${api}/notes`, { headers })).status !== 401);
    const renewed = page.waitForResponse(/\/oauth2\/token$/);
    await page.getByRole('button', { name: 'Read again' }).click();
    expect((await renewed).status()).toBe(200);
    await page.getByText(`A note of ${ada.id}`).waitFor();

    await endGrants();
    const { access_token: next } = (await (await renewed).json()) as { access_token: string };
    const later = { authorization: `Bearer ${next}` };
    while ((await call('GET', `${api}/notes`, { headers: later })).status !== 401);
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('Your access has ended. Sign in again.').waitFor();
  });

  it('says that the person refused', async () => {
    const page = await open();
    await refuse(page);
    await page.getByText(/^Not signed in: /).waitFor();
  });

  it('gives the access back at the sign-out', async () => {
    const page = await open();
    await allow(page);
    await page.getByText('You are signed in.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out here.').waitFor();
  });

  it('answers as its README shows', async () => {
    const [shown, printed] = await terminalOf('spa', { 'http://localhost:3001': api, 'http://localhost:8080': site });
    expect(printed).toBe(shown);
  });
});
