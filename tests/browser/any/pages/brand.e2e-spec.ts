import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { givenAccount, givenApplication, givenMailingServer, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium, describeInFirefox } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { answerPage, consentFormOf, consentUrl, leadsTo, openPage } from '@consentry/test-support/world/consent-form';
import { call } from '@consentry/test-support/world/world';
import { freshDir } from '@consentry/test-support/server/server';
import { sessionCookie } from '@consentry/test-support/world/cookies';
import { givenFirefox } from '../../support/firefox';
import { CONTRASTS_OF_ALLOW, type ContrastsOfAllow } from '../../support/older-styles';

const folder = freshDir();

/** Wide, as a word is. */
function wordmark(name: string, color: string): string {
  const path = join(folder, name);
  const shape = `<path d="M4 6h8v28H4zM24 6h60v8H24zM24 26h60v8H24zM100 6h90v28h-90z" fill="${color}"/>`;
  writeFileSync(path, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40">${shape}</svg>`);
  return path;
}

const LOGO = `fetch(document.querySelector('.logo').currentSrc).then((answer) => answer.text())`;

const LINKS = [
  { label: 'Imprint', url: 'https://acme.example/imprint', texts: { de: { label: 'Impressum' } } },
  {
    label: 'Privacy policy',
    url: 'https://acme.example/privacy',
    texts: { de: { label: 'Datenschutz', url: 'https://acme.example/datenschutz' } },
  },
  { label: 'Terms', url: 'https://acme.example/terms' },
];

const COLOR_AND_WORDMARK = {
  BRAND_NAME: 'Acme',
  BRAND_COLOR: '#1d4ed8',
  BRAND_LOGO_FILE: wordmark('light.svg', '#1d4ed8'),
  BRAND_LOGO_DARK_FILE: wordmark('dark.svg', '#5387ff'),
  BRAND_LOGO_SHOWS_NAME: 'on',
};

/** A team that sets nothing but its colour, its wordmark and its links. */
describeInChromium('a brand made of a colour and a wordmark', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer({
    env: {
      ...COLOR_AND_WORDMARK,
      BRAND_ICON_FILE: wordmark('icon.svg', '#ff0000'),
      BRAND_LINKS: JSON.stringify(LINKS),
      DOCS_URL: 'https://developers.acme.example',
    },
  });
  const account = givenAccount(server);
  const application = givenApplication(server, account, { name: 'Photo Printer' });
  const browser = givenBrowser(server);

  async function signedIn(): Promise<Page> {
    const page = await browser.visitor();
    await enter(page, server, account);
    return page;
  }

  it('is accessible in both themes, with its links in German', async () => {
    const page = await browser.visitor({ locale: 'de-DE' });
    await page.goto(`${server.url}/sign-in`);
    await expectAccessible(page);
    expect(await feetOf(page)).toEqual([
      ['Impressum', 'https://acme.example/imprint'],
      ['Datenschutz', 'https://acme.example/datenschutz'],
      ['Terms', 'https://acme.example/terms'],
    ]);
  });

  it('is accessible beside the menu of the account, and at the foot of the console and of errors', async () => {
    const page = await signedIn();
    await page.goto(`${server.url}/console`);
    const docs = page.locator('aside').getByRole('link', { name: 'Acme API docs' });
    expect(await docs.getAttribute('href')).toBe('https://developers.acme.example');
    for (const path of ['/no-such-page', '/console', '/account']) {
      await page.goto(server.url + path);
      expect(await feetOf(page)).toEqual(LINKS.map(({ label, url }) => [label, url]));
    }
    await expectAccessible(page);
  });

  it('is at the foot of consent, and of the page that leads back', async () => {
    const url = consentUrl(server, application);
    const { text: question } = await openPage(url, account);
    const { text: leaving } = await answerPage(url, account, consentFormOf(question));
    expect(leadsTo(leaving).refresh).not.toBeNull();
    for (const html of [question, leaving])
      expect(html).toContain(
        '<footer><ul class="links"><li><a href="https://acme.example/imprint" target="_blank" rel="noreferrer">Imprint</a></li>',
      );
  });

  it.each([
    ['light', null, 'rgb(29, 78, 216)', 'light.svg'],
    ['dark', null, 'rgb(37, 88, 226)', 'dark.svg'],
    ['light', 'dark', 'rgb(37, 88, 226)', 'dark.svg'],
    ['dark', 'light', 'rgb(29, 78, 216)', 'light.svg'],
  ] as const)(
    'on a %s system, where the person chose %s, has its colour and logo',
    async (system, theme, color, logo) => {
      const page = await browser.visitor({ colorScheme: system });
      if (theme !== null)
        await page.context().addCookies([{ name: 'consentry_theme', value: theme, url: server.url, httpOnly: true }]);
      await page.goto(`${server.url}/sign-in`);
      expect(await page.evaluate(`getComputedStyle(document.querySelector('.btn.primary')).backgroundColor`)).toBe(
        color,
      );
      expect(await page.evaluate<string>(LOGO)).toContain(logo === 'light.svg' ? '#1d4ed8' : '#5387ff');
    },
  );

  it('says its name by the wordmark alone, to screen readers too, and has an icon of its own', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-in`);
    await page.getByRole('banner').getByRole('link', { name: 'Acme', exact: true }).waitFor();
    expect(await page.getByRole('banner').innerText()).toBe('');
    const { width, height } = (await page.locator('.logo').boundingBox())!;
    expect([width, height]).toEqual([180, 36]);
    const icon = await page.locator('link[rel=icon]').getAttribute('href');
    expect(await (await fetch(new URL(icon!, server.url))).text()).toContain('#ff0000');
  });

  it('is at the foot of mails, in their language', async () => {
    expect((await signUpByMail()).mail.text).toMatch(
      /\n-- \r?\nImprint: https:\/\/acme\.example\/imprint\r?\nPrivacy policy: /,
    );
    await mailbox.next(account.email);
    const headers = { 'accept-language': 'de' };
    await call('POST', `${server.url}/api/accounts/password-reset`, { headers, body: { email: account.email } });
    expect((await mailbox.next(account.email)).text).toContain('Datenschutz: https://acme.example/datenschutz');
  });
});

describeInFirefox('a brand made of a colour and a wordmark, in Firefox', () => {
  const server = givenServer({ env: COLOR_AND_WORDMARK });
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  const firefox = givenFirefox();

  it.each([
    ['light', 'rgb(29, 78, 216)', '#1d4ed8'],
    ['dark', 'rgb(37, 88, 226)', '#5387ff'],
  ])('%s has its colour and logo, and can be read', async (theme, fill, logo) => {
    const page = await firefox.visitor();
    const { hostname: domain } = new URL(server.url);
    const cookies = { [sessionCookie(server)]: account.sessionToken, consentry_theme: theme };
    for (const [name, value] of Object.entries(cookies))
      await page.browserContext().setCookie({ name, value, domain, path: '/', httpOnly: true });
    await page.goto(consentUrl(server, application));
    const allow = (await page.evaluate(CONTRASTS_OF_ALLOW)) as ContrastsOfAllow;
    expect(allow).toMatchObject({ fill, isFilled: true });
    expect(allow.text).toBeGreaterThanOrEqual(4.5);
    expect(allow.edge).toBeGreaterThanOrEqual(3);
    expect(await page.evaluate(LOGO)).toContain(logo);
  });
});

const feetOf = (page: Page) =>
  page
    .locator('footer .links a')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
