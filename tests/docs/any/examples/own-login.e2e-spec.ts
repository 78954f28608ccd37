import type { Page } from 'playwright-core';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';
import { databaseSettingsOf } from '@consentry/test-support/server/engine';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { ExampleProcess } from '../../support/example-process';

const PASSWORD = 'a password of Ada';
const SESSIONS = 'SELECT id FROM sign_in_sessions WHERE revoked_at IS NULL ORDER BY id';

/** Two sites: the auth server is at localhost, the app at 127.0.0.1. The app's policy and its cookie are strict. */
describeInChromium('examples/own-login', () => {
  const server = { url: '' };
  const browser = givenBrowser(server);
  let auth: TestServer;
  let app: ExampleProcess;
  let site: string;

  beforeAll(async () => {
    site = `http://127.0.0.1:${await freePort()}`;
    auth = await TestServer.start({ env: { SIGN_IN_URL: `${site}/consentry`, SUBJECT: 'theirs' } });
    server.url = auth.url;
    const { stdout } = await runHosted(CONSENTRY, ['sign-in-key'], {});
    const SIGN_IN_KEY = /^SIGN_IN_KEY='(.+)'\n$/.exec(stdout)![1]!;
    const own = { APP_URL: site, AUTH_URL: auth.url, SESSION_SECRET: 'a secret', FIRST_USER_PASSWORD: PASSWORD };
    app = await ExampleProcess.serve('own-login', { ...own, SIGN_IN_KEY });
  });
  afterAll(() => Promise.all([app.stop(), auth.stop()]));

  async function signIn(page: Page, path = '/account'): Promise<void> {
    browser.expect(/favicon/);
    await page.goto(`${auth.url}${path}`);
    await page.locator('input[name=email]').fill('ada@example.com');
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${auth.url}${path}`);
  }

  it.each([true, false])('brings its people to our pages and back, with scripts: %s', async (javaScriptEnabled) => {
    const page = await browser.visitor({ javaScriptEnabled });
    await signIn(page);
    await page.getByText('Ada Lovelace').first().waitFor();
    // Signed in there: the next sign-in needs no form.
    await page.context().clearCookies({ domain: 'localhost' });
    await page.goto(`${auth.url}/account/history`);
    await page.waitForURL(`${auth.url}/account/history`);

    await page.goto(`${auth.url}/sign-out`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${site}/consentry/sign-out**`);
    await page.getByRole('button').click();
    await page.getByText('You are signed out').waitFor();
    await page.goto(site);
    await page.getByText('Sign in').waitFor();
  });

  it('gives the doctor nothing to find', async () => {
    const settings = {
      AUTH_URL: auth.url,
      SIGN_IN_URL: `${site}/consentry`,
      SUBJECT: 'theirs',
      DATA_DIR: auth.dataDir,
    };
    const env = { ...settings, ...(await databaseSettingsOf(auth.dataDir)) };
    const { stdout } = await runHosted(CONSENTRY, ['doctor', auth.url], env);
    expect(stdout).toContain('ok              login-page: ');
    expect(stdout).toContain('warning: 0, failure: 0,');
    expect(stdout).not.toMatch(/unknown +login-/);
  });

  it('ends the session here with a sign-out there, and everything of a leaver', async () => {
    // Browsers that forgot their cookie have left theirs.
    const before = await storedRows(auth, SESSIONS);
    const page = await browser.visitor();
    await signIn(page);
    expect(await storedRows(auth, SESSIONS)).toHaveLength(before.length + 1);
    await page.goto(site);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Sign in').waitFor();
    expect(await storedRows(auth, SESSIONS)).toEqual(before);

    await signIn(page);
    await page.goto(site);
    await page.getByRole('button', { name: 'Leave for good' }).click();
    await page.getByText('Sign in').waitFor();
    const [left] = await storedRows(auth, 'SELECT disabled_at FROM accounts');
    expect(left).toEqual({ disabled_at: expect.any(Number) as number });
  });
});
