import type { Page } from 'playwright-core';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible, expectRoom } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { type Account, obtainTokens, register, signIn } from '@consentry/test-support/world/world';

const APPS = 60;
const CONNECTIONS = 20;
const SESSIONS = 60;
/** One word that no line is broken in by itself, several, and a script of its own. */
const NAMES = [
  'Grundstücksverkehrsgenehmigungszuständigkeitsübertragung',
  'An app with a long name of many words',
  '照片打印机',
];
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const atOnce = (count: number, one: (at: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)));

describeInChromium('lists of somebody who allowed much', () => {
  const server = givenServer();
  const account = givenAccount(server, { name: NAMES[0]! });
  const browser = givenBrowser(server);

  beforeAll(async () => {
    const person: Account = { ...account, session: { ...account.session, 'user-agent': FIREFOX } };
    const connect = async (at: number) => {
      const name = `${NAMES[at % NAMES.length]!} ${at + 1}`;
      const host = `${'long-label-'.repeat(4)}${at}.example.com`;
      const application = await register(server, account, { name, redirect_uris: [`https://${host}/callback`] });
      for (let count = 0; count < (at === 0 ? CONNECTIONS : 1); count += 1)
        await obtainTokens(server, person, application);
    };
    await connect(0);
    await atOnce(APPS - 1, (at) => connect(at + 1));
    await atOnce(SESSIONS, () => signIn(server, account));
  }, 120_000);

  async function open(path: string, locale = 'en-GB'): Promise<Page> {
    const page = await browser.visitor({ locale });
    await enter(page, server, account);
    await page.goto(server.url + path);
    return page;
  }

  it('apps: each once, and the one with many connections is removed in a dialog that scrolls', async () => {
    const page = await open('/account/apps');
    expect(await page.locator('article').count()).toBe(APPS);
    expect(await page.locator('article').first().locator('.devices li').count()).toBe(CONNECTIONS);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.locator('[data-opens]').first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Remove access/ })
      .scrollIntoViewIfNeeded();
    await expectRoom(page);
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }, 120_000);

  it('sessions: the one at hand first', async () => {
    const page = await open('/account/sessions');
    expect(await page.locator('.devices li').count()).toBe(SESSIONS + 1);
    await page.locator('.devices li').first().getByText('This browser').waitFor();
    await expectAccessible(page);
  });

  it('history: page after page, to its beginning and back', async () => {
    const page = await open('/account/history');
    await expectAccessible(page);
    const older = page.getByRole('link', { name: 'Older' });
    let pages = 1;
    for (; (await older.count()) > 0; pages += 1) {
      const { href } = new URL((await older.getAttribute('href'))!, page.url());
      await Promise.all([page.waitForURL(href), older.click()]);
    }
    expect(pages).toBeGreaterThan(2);
    await page.getByText('Account created').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Newest' }).click();
    await older.waitFor();
  });

  it.each(['/account/apps', '/account/sessions', '/account/history', '/account'])('%s in German', async (path) => {
    await expectRoom(await open(path, 'de-DE'));
  });

  it('apps that were not used for long say when they end', async () => {
    await server.advance({ days: 45 });
    Object.assign(account, await signIn(server, account));
    const page = await open('/account/apps');
    await page.getByText('not used for 45 days').first().waitFor();
    await expectRoom(page);
  });
});
