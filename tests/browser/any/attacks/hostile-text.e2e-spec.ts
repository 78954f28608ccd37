import type { Page } from 'playwright-core';
import { beginDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter, signInOn } from '@consentry/test-support/browser/steps';
import { registerItself } from '@consentry/test-support/world/registration';
import { givenMailingServer } from '@consentry/test-support/server/given';
import {
  type Account,
  type Application,
  authorizeUrl,
  obtainCode,
  obtainTokens,
  pkce,
  register,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

const HTML = `"'><img src=x onerror=alert(1)><script>alert(2)</script><style>*{display:none}</style>`;

/** What somebody chose to be called, or sent along; texts of 10,000 characters stand where one may send them. */
const HOSTILE = {
  HTML,
  'one long word': 'W'.repeat(200),
  'letters under marks': 'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d'.repeat(25),
  'an address': 'https://accounts.example.com/sign-in?continue=1',
};

describeInChromium('hostile text', () => {
  const { server, signUpByMail } = givenMailingServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const browser = givenBrowser(server);

  /** Narrow, where a layout breaks first. */
  async function narrow(account?: Account): Promise<Page> {
    const page = await browser.visitor({ viewport: { width: 320, height: 640 }, userAgent: HTML.repeat(20) });
    page.on('dialog', () => browser.fail('a script ran'));
    if (account !== undefined) await enter(page, server, account);
    return page;
  }

  /** Nothing of a stranger became markup, nothing runs out of the screen. */
  async function expectHarmless(page: Page): Promise<void> {
    const where = page.url().slice(0, 120);
    expect([where, await page.locator('main img, main script, main style, [onerror]').count()]).toEqual([where, 0]);
    const sideways = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect([where, sideways]).toEqual([where, 0]);
    expect(await page.locator('main').isVisible()).toBe(true);
  }

  async function expectHarmlessAt(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(server.url + path);
      await expectHarmless(page);
    }
  }

  const consentPath = (application: Application, more: Record<string, string> = {}) =>
    `/consent?${authorizeUrl(server, application, more).split('?')[1]}`;

  const signInPath = (returnTo: string) => `/sign-in?return_to=${encodeURIComponent(returnTo)}`;

  it.each(Object.entries(HOSTILE))('as the names of an account, an application and a device: %s', async (_, name) => {
    const account = await signUp(server, { name });
    const application = await register(server, account, { name });
    const scheme = { client_type: 'public', redirect_uris: ['com.example.app:/back'] };
    const native = await register(server, account, { name, ...scheme });
    await obtainTokens(server, account, application);
    await obtainCode(server, account, application);
    const page = await narrow(account);
    await expectHarmlessAt(page, [
      '/account',
      '/account/name',
      '/account/email',
      '/account/apps',
      '/account/sessions',
      '/account/history',
      '/account/close',
      '/sign-out',
      `/sign-out?client_id=${application.client_id}`,
      signInPath(consentPath(application)),
      signInPath(consentPath(application, { prompt: 'login' })),
    ]);
    await page.goto(`${server.url}/account/apps`);
    await page.getByRole('link', { name: /^Remove access for/ }).click();
    await page.getByRole('dialog').waitFor();
    await expectHarmless(page);

    const state = HTML + 'x'.repeat(2_048 - HTML.length);
    const asked = { code_challenge: pkce().challenge, code_challenge_method: 'S256' };
    await page.goto(server.url + consentPath(native, { state, nonce: state, ...asked }));
    expect(
      await page
        .locator('h1 bdi')
        .first()
        .evaluate((element) => getComputedStyle(element).unicodeBidi),
    ).toBe('isolate');
    await expectHarmless(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('link', { name: /open/i }).waitFor();
    await expectHarmless(page);

    const television = await registerTelevision(server, account, { name });
    const { verification_uri_complete: link } = await beginDevice(server, television);
    await page.goto(link);
    await page.getByRole('button', { name: 'Yes, it does' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await expectHarmless(page);
  });

  it.each(Object.entries(HOSTILE))('as what a client calls itself: %s', async (_, name) => {
    const account = await signUp(server);
    const client = await registerItself(server, { client_name: name });
    const { challenge } = pkce();
    const path = consentPath(client, { code_challenge: challenge, code_challenge_method: 'S256' });
    const page = await narrow(account);
    await expectHarmlessAt(page, [path, signInPath(path)]);
    await page.goto(server.url + path);
    expect(await page.locator('h1').innerText()).toMatch(/calls itself/);
  });

  it.each([
    ['HTML', HTML],
    ['a mark that turns the line around', '\u202egnp.elif\u2066@a.example'],
    ['10,000 characters', 'a'.repeat(10_000)],
    ['control characters', 'a\u0000\u0007\u200b@a.example'],
  ])('as what a request holds: %s', async (_, text) => {
    const account = await signUp(server);
    const application = await register(server, account);
    const [page, sent] = [await narrow(account), encodeURIComponent(text)];
    await expectHarmlessAt(page, [
      `/sign-in?email=${sent}`,
      `/sign-in?login_hint=${sent}`,
      `/sign-in?return_to=${sent}`,
      `/sign-up?email=${sent}`,
      `/password?email=${sent}`,
      `/verify?token=${sent}`,
      `/device?user_code=${sent}`,
      `/account/apps?removed=${sent}`,
      `/account/apps?narrowed=${sent}`,
      `/account?done=${sent}`,
      `/no-such-page?${sent}`,
      ...[
        'scope',
        'client_id',
        'redirect_uri',
        'response_type',
        'prompt',
        'login_hint',
        'code_challenge',
        'resource',
      ].map((parameter) => consentPath(application, { [parameter]: text })),
      signInPath(consentPath(application, { login_hint: text })),
      `/sign-out?client_id=${sent}`,
      `/sign-out?post_logout_redirect_uri=${sent}`,
    ]);
    await page.goto(`${server.url}/device`);
    await page.getByLabel('Code').fill(text);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await expectHarmless(page);
  });

  it('as an email: on pages and in mails', async () => {
    const email = `${'w'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(2)}example`;
    const { account, mail, link } = await signUpByMail({ email, name: HTML });
    const page = await narrow();
    await page.goto(link);
    await expectHarmless(page);
    expect(mail.raw).not.toMatch(/<img|<script/);
    await page.goto(`${server.url}/sign-in`);
    await signInOn(page, account);
    await page.waitForURL(`${server.url}/account/apps`);
    await expectHarmlessAt(page, ['/account', '/account/email', '/account/sessions', '/sign-out', '/verify']);
  });

  it.each([
    ['a mark that turns the line around', () => `\u202e${unique()}@example.com`],
    ['a line of its own', () => `"a\r\nBcc: ${unique()}"@example.com`],
    ['a control character', () => `"a\u0007${unique()}"@example.com`],
  ])('is no email: %s', async (_, emailOf) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = { email: emailOf(), password: 'correct horse', name: 'Ada' };
    for (const path of ['/api/accounts', '/api/accounts/password-reset'])
      expect((await fetch(server.url + path, { ...sent, body: JSON.stringify(body) })).status).toBe(400);
  });
});
