import type { Page } from 'playwright-core';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { TestServer } from '@consentry/test-support/server/server';
import { changeStored, storedRows } from '@consentry/test-support/server/stored';
import { OwnLogin, walk } from '@consentry/test-support/world/own-login';

/** Two sites: the server is at localhost, the app at 127.0.0.1. */
describeInChromium('the console of people who sign in at their own app', () => {
  const at = { url: '' };
  const browser = givenBrowser(at);
  let app: OwnLogin;
  let server: TestServer;
  let admin: string;
  let person: string;

  beforeAll(async () => {
    app = await OwnLogin.start();
    server = await TestServer.start({ env: { SIGN_IN_URL: app.url, SUBJECT: 'theirs' } });
    at.url = server.url;
    [admin, person] = [await arrive('Ada Lovelace'), await arrive('Grace Hopper')];
    await changeStored(server, 'UPDATE accounts SET admin_since = 1 WHERE id = ?', admin);
  });
  afterAll(() => Promise.all([server.stop(), app.stop()]));

  async function arrive(name: string): Promise<string> {
    const { sub } = app.signIn({ name });
    await walk(new PageVisitor(server), '/account');
    return sub;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
  const isDeveloper = async () => {
    const [row] = await storedRows(server, 'SELECT id FROM accounts WHERE id = ? AND developer_since > 0', person);
    return row !== undefined;
  };

  /** A change that is held up by the dialog, and the tab in which its link opened the app's form. */
  async function heldUp(): Promise<{ page: Page; tab: Page }> {
    browser.expect(/\/api\/admin\/accounts\/[\w-]+\/roles: 401$/, /favicon/);
    app.signIn({ sub: admin, name: 'Ada Lovelace' });
    const page = await browser.visitor();
    await page.goto(`${server.url}/admin/accounts/${person}`);
    await page.getByLabel('Developer').check();
    await server.advance({ minutes: 11 });
    app.clockOff += 11 * 60_000;
    await button(page, 'Save').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change roles', exact: true }).click();
    await dialog(page).getByText('over ten minutes ago').waitFor();
    await expectAccessible(page);
    const opened = page.context().waitForEvent('page');
    await dialog(page).getByRole('link', { name: 'Sign in in another tab' }).click();
    const tab = await opened;
    await tab.getByText('the form of the app').waitFor();
    return { page, tab };
  }

  it('leads to the app in another tab, and the change goes on with what was chosen', async () => {
    const { page, tab } = await heldUp();
    // Not signed in yet: the same dialog once more.
    await button(page, 'I have signed in').click();
    await dialog(page).waitFor();
    expect(await isDeveloper()).toBe(false);

    app.signIn({ sub: admin, name: 'Ada Lovelace', signedInAt: app.now() + 1_000 });
    await tab.reload();
    await tab.waitForURL(`${server.url}/**`);
    await button(page, 'I have signed in').click();
    await page.getByText('Roles changed.').waitFor();
    expect(await isDeveloper()).toBe(true);
    await changeStored(server, 'UPDATE accounts SET developer_since = NULL WHERE id = ?', person);
  });

  it('changes nothing where another person signs in there', async () => {
    browser.expect(/\/api\/admin\/.*: 404$/);
    const { page, tab } = await heldUp();
    app.signIn({ sub: person, name: 'Grace Hopper', signedInAt: app.now() + 1_000 });
    await tab.reload();
    await tab.waitForURL(`${server.url}/**`);
    await button(page, 'I have signed in').click();
    await page.getByText('You are not an administrator').waitFor();
    expect(await isDeveloper()).toBe(false);
  });
});
