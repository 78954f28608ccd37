import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { givenAccount, givenMailingServer, givenServer } from '@consentry/test-support/server/given';
import { givenFirefox } from '../../support/firefox';
import { givenApp } from '../../support/given-app';
import { describeInFirefox } from '@consentry/test-support/browser/programs';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { codeIn } from '@consentry/test-support/world/mailbox';
import { OwnLogin } from '@consentry/test-support/world/own-login';
import { OwnProvider } from '@consentry/test-support/world/own-provider';
import { signUp, unique } from '@consentry/test-support/world/world';

describeInFirefox('consent in Firefox', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const given = givenApp(server, developer);
  const firefox = givenFirefox();

  const heading = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//h1[contains(., "${text}")])`);

  /** Through the sign-in page to the question. */
  async function asked(): Promise<Page> {
    const account = await signUp(server);
    const page = await firefox.visitor();
    await page.goto(`${given.app.url}/login`);
    await page.type('[name=email]', account.email);
    await page.type('[name=password]', account.password);
    await page.click('main form button:not([type=button])');
    await heading(page, 'wants access to your Notes');
    return page;
  }

  it('is given with a scope left out', async () => {
    const page = await asked();
    // Below the fold the bar of the decision is in front of it: a person scrolls, and this tool clicks through.
    await page.$eval('[name=scope][value="notes:write"]', (box) => box.scrollIntoView({ block: 'center' }));
    await page.click('[name=scope][value="notes:write"]');
    await page.click('.decide .primary');
    await heading(page, 'Connected');
    expect(await page.$eval('#scope', (one) => one.textContent)).toBe('openid notes:read');
    expect(await given.app.callService()).toBe(200);
  });

  it('is refused', async () => {
    const page = await asked();
    await page.click('.decide button:not(.primary)');
    await heading(page, 'Not connected');
    expect(await page.$eval('#error', (one) => one.textContent)).toBe('access_denied');
  });

  it('a refused sign-in is told once, with the focus at its field, and Reload does not send it again', async () => {
    const page = await firefox.visitor();
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto(`${server.url}/sign-in`);
    await page.type('[name=email]', developer.email);
    await page.type('[name=password]', 'not the password');
    await page.click('main form button:not([type=button])');
    await page.waitForSelector('[role=alert]');
    expect(await page.title()).toMatch(/^Error: Sign in/);
    expect(await page.evaluate(`document.activeElement.id`)).toBe('password');
    await page.reload();
    expect([await page.$('[role=alert]'), posts.length]).toEqual([null, 1]);
  });

  it('answered by two clicks brings one code', async () => {
    const page = await asked();
    await page.click('.decide .primary', { count: 2 });
    await heading(page, 'Connected');
  });
});

describeInFirefox('a newcomer in Firefox', () => {
  const { server, mailbox } = givenMailingServer();
  const developer = givenAccount(server);
  const given = givenApp(server, developer);
  const firefox = givenFirefox();

  const send = (page: Page) => Promise.all([page.waitForNavigation(), page.click('main form .primary')]);

  it('comes back to the application by the code of the mail, after a wrong one', async () => {
    const email = `${unique()}@example.com`;
    const page = await firefox.visitor();
    await page.goto(`${given.app.url}/login`);
    await Promise.all([page.waitForNavigation(), page.click('a[href^="/sign-up"]')]);
    await page.type('[name=name]', 'Ben');
    await page.type('[name=email]', email);
    await page.type('[name=password]', `password-${unique()}`);
    await send(page);
    const code = codeIn(await mailbox.next(email));
    await page.type('[name=code]', code === '000000' ? '000001' : '000000');
    await send(page);
    expect(await page.title()).toMatch(/^Error: Check your email/);
    expect(await page.$eval('[name=code]', (field) => field.matches(':focus'))).toBe(true);
    await page.type('[name=code]', code);
    await send(page);
    await page.waitForSelector('.decide .primary');
    await page.click('.decide .primary');
    await page.waitForSelector('::-p-xpath(//h1[contains(., "Connected")])');
  });
});

describeInFirefox('a sign-in elsewhere in Firefox', () => {
  const firefox = givenFirefox();
  let app: OwnLogin;
  let provider: OwnProvider;
  let server: TestServer;

  beforeAll(async () => {
    [app, provider] = [await OwnLogin.start(), await OwnProvider.start()];
    const file = join(freshDir(), 'providers.json');
    writeFileSync(file, JSON.stringify([provider.entry()]));
    server = await TestServer.start({ env: { SIGN_IN_URL: app.url, SIGN_IN_PROVIDERS_FILE: file } });
  });
  afterAll(() => Promise.all([server.stop(), app.stop(), provider.stop()]));

  const shows = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//*[contains(text(), "${text}")])`);

  // Two sites: the server is at localhost, the others are at 127.0.0.1.
  it('begins at the app, and ends at both', async () => {
    const page = await firefox.visitor();
    app.signIn();
    await page.goto(`${server.url}/account`);
    await page.click('a[href^="/sign-in/app"]');
    await shows(page, 'Grace Hopper');
    await page.goto(`${server.url}/sign-out`);
    await page.click('main form button');
    await shows(page, 'You are signed out');
    expect(app.person).toBeNull();
  });

  it('begins at a provider', async () => {
    const page = await firefox.visitor();
    provider.signIn({ name: 'Jean Bartik' });
    await page.goto(`${server.url}/account`);
    await page.click('a[href^="/sign-in/providers/own"]');
    await shows(page, 'Jean Bartik');
  });
});
