import { sessionCookie } from '@consentry/test-support/world/cookies';
import { chromium } from 'playwright-core';
import { linkIn } from '@consentry/test-support/world/mailbox';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { CHROMIUM, browserEnvironment, describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter, signInOn, signUpOn } from '@consentry/test-support/browser/steps';
import { givenAccount, givenMailingServer, givenServer } from '@consentry/test-support/server/given';
import { call, signUp, unique } from '@consentry/test-support/world/world';

describeInChromium('a session that a stranger planted', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  const isActive = async (token: string) =>
    (await call('GET', `${server.url}/api/session`, { headers: { authorization: `Bearer ${token}` } })).status === 200;

  /** A browser with the cookie. @returns the session that it has in the end. */
  async function planted(value: string) {
    const page = await browser.visitor();
    await page.context().addCookies([{ name: sessionCookie(server), value, url: server.url }]);
    const sessionOf = async () => {
      const all = (await page.context().cookies(server.url)).filter(({ name }) => name === sessionCookie(server));
      expect(all).toMatchObject([{ httpOnly: true, sameSite: 'Lax' }]);
      return all[0]!.value;
    };
    return { page, sessionOf };
  }

  it.each([
    ['made up', async () => 'a'.repeat(43)],
    ['of the stranger', async () => (await signUp(server)).sessionToken],
  ])('is not the one that a sign-in begins: %s', async (_, valueOf) => {
    const value = await valueOf();
    const { page, sessionOf } = await planted(value);
    await page.goto(`${server.url}/sign-in?return_to=${encodeURIComponent('/device')}`);
    await signInOn(page, account);
    await page.waitForURL(`${server.url}/device`);
    expect(await sessionOf()).not.toBe(value);
    expect([await isActive(await sessionOf()), await isActive(value)]).toEqual([true, false]);
  });

  it('is not the one that a sign-up begins, and ends', async () => {
    const { sessionToken: value } = await signUp(server);
    const { page, sessionOf } = await planted(value);
    await page.goto(`${server.url}/sign-up?return_to=${encodeURIComponent('/device')}`);
    await signUpOn(page, { name: 'Ada', email: `${unique()}@example.com`, password: `password-${unique()}` });
    await page.waitForURL(`${server.url}/device`);
    expect(await sessionOf()).not.toBe(value);
    expect([await isActive(await sessionOf()), await isActive(value)]).toEqual([true, false]);
  });
});

describeInChromium('a session of the account that a stranger planted', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  const browser = givenBrowser(server);

  it('ends with a new password', async () => {
    const { account } = await signUpByMail();
    const page = await browser.visitor();
    await enter(page, server, account);
    await page.goto(`${server.url}/password`);
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.goto(linkIn(await mailbox.next(account.email)));
    await page.getByRole('textbox', { name: 'New password' }).fill(`password-${unique()}`);
    await page.getByRole('button', { name: 'Set password' }).click();
    await arrived(page, 'Your new password is set');
    expect((await call('GET', `${server.url}/api/session`, { headers: account.session })).status).toBe(401);
    await page.goto(`${server.url}/account`);
    await arrived(page, 'Sign in');
  });
});

describeInChromium('the back button after sign-out', () => {
  const server = givenServer();
  const account = givenAccount(server, { name: `Ada ${unique()}` });

  it('shows nothing of the account, although the browser keeps whole pages in memory', async () => {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      // Playwright turns that memory off.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      env: browserEnvironment(),
    });
    try {
      const page = await (await browser.newContext()).newPage();
      await enter(page, server, account);
      const pages = ['/account', '/account/apps', '/account/sessions', '/account/history', '/sign-out'];
      for (const path of pages) {
        await page.goto(server.url + path);
        expect(await page.content()).toContain(account.email);
      }
      await page.locator('main form[action="/sign-out"] button').click();
      await arrived(page, 'You are signed out');
      for (let back = 0; back < pages.length; back += 1) {
        await page.goBack();
        expect(await page.content()).not.toContain(account.email);
      }
    } finally {
      await browser.close();
    }
  });
});
