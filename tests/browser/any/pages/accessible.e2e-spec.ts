import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { press, typeInto } from '@consentry/test-support/browser/keyboard';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter, sendAnyhow, signInOn } from '@consentry/test-support/browser/steps';

/** The pages that open by their address alone; others are looked at where a test leads there. */
const STRANGERS = ['/sign-in', '/sign-up', '/sign-up/code', '/password', '/verify', '/consent', '/no-such-page'];
const SIGNED_IN = ['/sign-out', '/device', '/account', '/account/apps', '/account/sessions', '/account/history'];

/** Pages that need more than an address, or show nothing; `test/console` looks at the console. */
const ELSEWHERE = [
  'admin',
  'assets',
  'console',
  'console/applications/:client_id/preview',
  'docs',
  'docs/errors',
  'done',
  'preferences',
  'sign-in/return',
];

const PAGES = join(__dirname, '../../../../apps/auth-server/src/pages');
const controllers = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /controller\.tsx?$/.test(name),
);
const first = (path: string) => path.split('/').slice(1).join('/');

describeInChromium('every page is accessible', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  it('names every page', () => {
    const paths = controllers.flatMap((name) =>
      [...readFileSync(join(PAGES, name), 'utf8').matchAll(/^@Controller\('([^']*)'\)/gm)].map(([, path = '']) => path),
    );
    const looked = [...STRANGERS, ...SIGNED_IN].map(first);
    expect(paths.filter((path) => !looked.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
  });

  describe.each(['en-GB', 'de-DE'])('in %s', (locale) => {
    it.each(STRANGERS)('%s', async (path) => {
      const page = await browser.visitor({ locale });
      await page.goto(server.url + path);
      await expectAccessible(page);
    });

    it.each(SIGNED_IN)('%s, signed in', async (path) => {
      const page = await browser.visitor({ locale });
      await enter(page, server, account);
      await page.goto(server.url + path);
      await expectAccessible(page);
    });
  });

  const wrong: [string, (page: Page) => Promise<void>][] = [
    ['/sign-in', (page) => signInOn(page, { email: account.email, password: 'not this one' })],
    ['/sign-up', (page) => sendAnyhow(page, { name: 'Ada', email: account.email, password: 'long enough' })],
    ['/password', (page) => sendAnyhow(page, { email: 'no address' })],
  ];

  it.each(wrong)('%s with an error', async (path, send) => {
    const page = await browser.visitor();
    await page.goto(server.url + path);
    await send(page);
    await page.getByRole('alert').first().waitFor();
    await expectAccessible(page);
  });

  it('the sign-in page is used by the keyboard alone', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-in`);
    await typeInto(page, page.getByLabel('Email'), account.email);
    await typeInto(page, page.getByRole('textbox', { name: 'Password' }), account.password);
    await press(page, page.getByRole('button', { name: 'Sign in' }));
    await page.waitForURL((url) => url.pathname !== '/sign-in');
  });
});
