import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { linkIn } from '@consentry/test-support/world/mailbox';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter, signInOn, signUpOn } from '@consentry/test-support/browser/steps';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { type Account, signIn, unique } from '@consentry/test-support/world/world';

const WITHOUT_SCRIPTS = { javaScriptEnabled: false };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describeInChromium('the pages of the account without scripts', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  const browser = givenBrowser(server);

  /** Somebody who is signed in, on a page. */
  async function visit(path: string, options: Parameters<typeof browser.visitor>[0] = {}) {
    const { account } = await signUpByMail();
    const page = await open(path, account, options);
    return { account, page };
  }

  async function open(path: string, account: Account, options: Parameters<typeof browser.visitor>[0] = {}) {
    const page = await browser.visitor({ ...WITHOUT_SCRIPTS, ...options });
    await enter(page, server, account);
    await page.goto(server.url + path);
    return page;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const asksToSignIn = async (page: Page) => {
    await page.goto(`${server.url}/account`);
    await page.waitForURL(`${server.url}/sign-in?return_to=%2Faccount`);
  };

  it('an account is made, and confirmed by mail, which leads on', async () => {
    const person = { name: 'Ada', email: `${unique()}@example.com`, password: `password-${unique()}` };
    const page = await browser.visitor(WITHOUT_SCRIPTS);
    await page.goto(`${server.url}/sign-in?return_to=%2Faccount`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await signUpOn(page, person);
    await arrived(page, 'Check your email');
    await page.goto(linkIn(await mailbox.next(person.email)));
    await page.locator('[name=password]').fill(person.password);
    await button(page, 'Yes, confirm it').click();
    await page.waitForURL(`${server.url}/account`);
    await page.getByText('Confirmed', { exact: true }).waitFor();
  });

  it('sessions are ended one by one, and everywhere', async () => {
    const { account, page } = await visit('/account/sessions');
    const elsewhere = async () =>
      open('/account/sessions', { ...account, ...(await signIn(server, account)) }, { userAgent: FIREFOX });
    const [one, other] = [await elsewhere(), await elsewhere()];
    await page.reload();
    expect(await page.locator('.devices li').count()).toBe(3);
    await page.getByText('expires on').first().waitFor();
    await one.getByRole('listitem').filter({ hasText: 'This browser' }).getByRole('button').click();
    await one.waitForURL(`${server.url}/sign-in`);
    await asksToSignIn(one);
    await button(page, 'Sign out everywhere else').click();
    await page.getByText('That browser is signed out').waitFor();
    expect(await page.locator('.devices li').count()).toBe(1);
    await asksToSignIn(other);
    await button(page, 'Sign out everywhere').click();
    await page.waitForURL(`${server.url}/sign-in`);
    await asksToSignIn(page);
  });

  it('the history is read, and all that is kept is saved as a file', async () => {
    const { account, page } = await visit('/account');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('cell', { name: 'Account created' }).waitFor();
    await page.getByRole('link', { name: 'Profile and sign-in' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('account.json');
    const kept = JSON.parse(readFileSync(await download.path(), 'utf8')) as object;
    expect(kept).toMatchObject({ account: { id: account.id, email: account.email } });
  });

  it('name, email and password are changed, each by the password', async () => {
    const { account, page } = await visit('/account');
    const [email, password] = [`${unique()}@example.com`, `password-${unique()}`];
    const change = async (link: string, field: string, value: string, current: string, send: string) => {
      await page.getByRole('link', { name: link }).click();
      await page.locator(`[name=${field}]`).fill(value);
      await page.locator('[name=current_password]').fill('not this one');
      await button(page, send).click();
      await page.getByText('This is not the account’s password.').waitFor();
      if (field === 'password') await page.locator('[name=password]').fill(value);
      await page.locator('[name=current_password]').fill(current);
      await button(page, send).click();
      await page.waitForURL(/\/account\?done=/);
    };
    await change('Change name', 'name', 'Countess', account.password, 'Save');
    await page.locator('dd', { hasText: 'Countess' }).waitFor();
    await change('Change email', 'email', email, account.password, 'Send the link');
    await page.getByText('An email is on its way.').waitFor();
    expect((await mailbox.next(account.email)).text).toContain(email);
    await page.goto(linkIn(await mailbox.next(email)));
    await button(page, 'Yes, confirm it').click();
    await arrived(page, 'Your email is confirmed');
    await page.goto(`${server.url}/account`);
    await change('Change password', 'password', password, account.password, 'Save');
    await page.context().clearCookies();
    await page.goto(`${server.url}/sign-in?return_to=%2Faccount`);
    await signInOn(page, { email, password });
    await page.locator('dd', { hasText: email }).waitFor();
  });

  it('the account is closed', async () => {
    const { account, page } = await visit('/account');
    await page.getByRole('link', { name: 'Close account' }).click();
    await page.locator('[name=current_password]').fill(account.password);
    await button(page, 'Close account').click();
    await arrived(page, 'Your account is closed');
    await asksToSignIn(page);
  });

  it('the person signs out', async () => {
    const { account, page } = await visit('/account');
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.locator('main').getByText(account.email).waitFor();
    await button(page, 'Sign out').click();
    await arrived(page, 'You are signed out');
    await asksToSignIn(page);
  });

  it('the language is chosen, and light or dark', async () => {
    const { page } = await visit('/account', { colorScheme: 'light' });
    await button(page, 'Deutsch').click();
    await arrived(page, 'Profil und Anmeldung');
    expect(page.url()).toBe(`${server.url}/account`);
    await button(page, 'English').click();
    await arrived(page, 'Profile and sign-in');
    const light = await backgroundOf(page);
    await button(page, 'Dark').click();
    await page.locator('html[data-theme=dark]').waitFor();
    const dark = await backgroundOf(page);
    expect(dark).not.toEqual(light);
    expect(await button(page, 'Dark').getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${server.url}/sign-out`);
    expect(await backgroundOf(page)).toEqual(dark);
    await page.goto(`${server.url}/account`);
    await button(page, 'System').click();
    await page.locator('html:not([data-theme])').waitFor();
    expect(await backgroundOf(page)).toEqual(light);
  });
});

const backgroundOf = (page: Page) =>
  page.evaluate<{ backgroundColor: string; colorScheme: string }>(
    `(({ backgroundColor, colorScheme }) => ({ backgroundColor, colorScheme }))(getComputedStyle(document.body))`,
  );
