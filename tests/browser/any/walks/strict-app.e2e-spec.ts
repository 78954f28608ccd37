import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { type Platform, type TeamApp, startTeamApp } from '../../support/team-app';

/** Two sites: the auth server is at localhost, the app at 127.0.0.1. */
describeInChromium("a team's app with all of helmet's headers, strict cookies and a global prefix", () => {
  const at = { url: '' };
  const browser = givenBrowser(at);
  let server: TestServer;
  let site: string;
  let key: string;
  let app: TeamApp | undefined;

  beforeAll(async () => {
    site = `http://127.0.0.1:${await freePort()}`;
    server = await TestServer.start({ env: { SIGN_IN_URL: `${site}/api/consentry`, SUBJECT: 'theirs' } });
    at.url = server.url;
    const { stdout } = await runHosted(CONSENTRY, ['sign-in-key'], {});
    [, key] = /^SIGN_IN_KEY='(.+)'\n$/.exec(stdout) as unknown as [string, string];
  });
  afterEach(() => app?.stop());
  afterAll(() => server.stop());

  it.each<[Platform, boolean]>([
    ['Express', true],
    ['Express', false],
    ['Fastify', true],
    ['Fastify', false],
  ])('signs in and out on %s, with scripts: %s', async (platform, javaScriptEnabled) => {
    browser.expect(/favicon/);
    app = await startTeamApp(platform, { site, issuer: server.url, key });
    const page = await browser.visitor({ javaScriptEnabled });
    await page.goto(`${server.url}/account`);
    await page.waitForURL(`${site}/api/login**`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/account`);
    await page.getByText('Ada Lovelace').first().waitFor();

    // The strict cookie is not sent by the first page there: who is signed in passes the form all the same.
    await page.context().clearCookies({ domain: new URL(server.url).hostname });
    await page.goto(`${server.url}/account/history`);
    await page.waitForURL(`${server.url}/account/history`);

    await page.goto(`${server.url}/sign-out`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${site}/api/consentry/sign-out**`);
    await page.getByRole('button').click();
    await page.getByText('You are signed out').waitFor();
    await page.goto(`${server.url}/account`);
    await page.waitForURL(`${site}/api/login**`);
  });
});
