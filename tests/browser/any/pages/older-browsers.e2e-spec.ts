import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { type PageBrowser, givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium, describeInFirefox } from '@consentry/test-support/browser/programs';
import { enter, signInOn } from '@consentry/test-support/browser/steps';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { freshDir } from '@consentry/test-support/server/server';
import { sessionCookie } from '@consentry/test-support/world/cookies';
import { consentUrl } from '@consentry/test-support/world/consent-form';
import { obtainTokens } from '@consentry/test-support/world/world';
import { givenFirefox } from '../../support/firefox';
import {
  CONTRASTS_OF_ALLOW,
  type ContrastsOfAllow,
  asOlderBrowsersRead,
  shareOfDifference,
} from '../../support/older-styles';

const BRAND_CSS_FILE = join(freshDir(), 'acme.css');
const OF_A_TEAM = ':root { --brand: light-dark(#1d4ed8, #6b93f8); --on-brand: light-dark(#ffffff, #0a1020) }';

/** Of the box; the mark of a native one is thin. */
const SEEN = 0.08;

const looks: [name: string, env: Record<string, string>, fills: [light: string, dark: string]][] = [
  ['our look', {}, ['rgb(11, 107, 98)', 'rgb(60, 179, 162)']],
  ["a team's look", { BRAND_CSS_FILE }, ['rgb(29, 78, 216)', 'rgb(107, 147, 248)']],
];

async function older(browser: PageBrowser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.visitor({ colorScheme });
  await page.route('**/*.css', async (route) => {
    const css = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/css', body: asOlderBrowsersRead(css) });
  });
  return page;
}

/** People who cannot see what is ticked would allow it without knowing. */
describe.each(looks)('a browser without the newest colour functions, %s', (_, env, [light, dark]) => {
  writeFileSync(BRAND_CSS_FILE, OF_A_TEAM);
  const server = givenServer({ env });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  function expectDrawn(found: ContrastsOfAllow, fill: string) {
    expect(found).toMatchObject({ fill, isFilled: true });
    expect(found.text).toBeGreaterThanOrEqual(4.5);
    expect(found.edge).toBeGreaterThanOrEqual(3);
  }

  describeInChromium('Chromium', () => {
    const browser = givenBrowser(server);

    it.each([
      ['light', light],
      ['dark', dark],
    ] as const)('shows what is ticked, and Allow as a button: %s', async (colorScheme, fill) => {
      const page = await older(browser, colorScheme);
      await enter(page, server, account);
      await page.goto(consentUrl(server, application));
      const allow = page.locator('.decide .primary');
      expectDrawn(await page.evaluate(CONTRASTS_OF_ALLOW), fill);
      await allow.hover();
      expectDrawn(await page.evaluate(CONTRASTS_OF_ALLOW), fill);

      const box = page.getByRole('checkbox').first();
      const drawn = async () => (await box.screenshot()).toString('base64');
      const ticked = await drawn();
      await box.uncheck();
      await allow.focus();
      expect(await page.evaluate<number>(shareOfDifference(ticked, await drawn()))).toBeGreaterThan(SEEN);
    });
  });

  describeInFirefox('Firefox', () => {
    const firefox = givenFirefox();

    it('shows what is ticked, and Allow as a button', async () => {
      const page = await firefox.visitor();
      const { hostname: domain } = new URL(server.url);
      const cookie = { name: sessionCookie(server), value: account.sessionToken, domain, path: '/', httpOnly: true };
      await page.browserContext().setCookie(cookie);
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        if (!request.url().endsWith('.css')) return void request.continue();
        const read = fetch(request.url()).then((answer) => answer.text());
        void read.then((css) => request.respond({ contentType: 'text/css', body: asOlderBrowsersRead(css) }));
      });
      await page.goto(consentUrl(server, application));
      expectDrawn((await page.evaluate(CONTRASTS_OF_ALLOW)) as ContrastsOfAllow, light);

      const box = (await page.$('[type=checkbox]'))!;
      const drawn = () => box.screenshot({ encoding: 'base64' });
      const ticked = await drawn();
      await box.click();
      await page.focus('.decide .primary');
      await page.mouse.move(0, 0);
      expect(await page.evaluate(shareOfDifference(ticked, await drawn()))).toBeGreaterThan(SEEN);
    });
  });
});

describeInChromium('a browser without the newest colour functions, by axe', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  const browser = givenBrowser(server);

  it('is accessible: refused, asked, allowed', async () => {
    const page = await older(browser, 'light');
    await page.goto(`${server.url}/sign-in`);
    await signInOn(page, { email: account.email, password: 'not this one' });
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await enter(page, server, account);
    await page.goto(consentUrl(server, application));
    await expectAccessible(page);
    await obtainTokens(server, account, application);
    await page.goto(`${server.url}/account/apps`);
    await expectAccessible(page);
  });
});
