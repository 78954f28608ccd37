import type { Page } from 'playwright-core';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { clickTwice } from '../../support/double-click';
import { givenApp } from '../../support/given-app';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { allow, arrived, enter, openConsent, refuse, signInOn } from '@consentry/test-support/browser/steps';
import { call, signIn, signUp } from '@consentry/test-support/world/world';

const scopeOf = (page: Page) => page.locator('#scope').innerText();
const subjectOf = (page: Page) => page.locator('#subject').innerText();
const errorOf = (page: Page) => page.locator('#error').innerText();

describeInChromium('consent in a browser', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const given = givenApp(server, developer);
  const browser = givenBrowser(server);

  const address = (parameters: Record<string, string> = {}) =>
    `${given.app.url}/login?${new URLSearchParams(parameters).toString()}`;

  /** Somebody who is signed in and asked. */
  async function asked(parameters: Record<string, string> = {}, options = {}) {
    const account = await signUp(server);
    const page = await browser.visitor(options);
    await enter(page, server, account);
    await openConsent(page, address(parameters));
    return { page, account };
  }

  it('is refused, and the application hears it', async () => {
    const { page } = await asked();
    await refuse(page);
    await arrived(page, 'Not connected');
    expect(await errorOf(page)).toBe('access_denied');
  });

  it('leaves a scope out, and the application hears what it got', async () => {
    const { page } = await asked({ scope: 'openid notes:read notes:write' });
    await page.locator('[name=scope][value="notes:write"]').uncheck();
    await allow(page);
    await arrived(page, 'Connected');
    expect(await scopeOf(page)).toBe('openid notes:read');
    expect(await given.app.callService()).toBe(200);
  });

  it('with nothing chosen asks again, and keeps that nothing is chosen', async () => {
    const { page } = await asked();
    for (const box of await page.locator('[name=scope][type=checkbox]').all()) await box.uncheck();
    await allow(page);
    await page.getByText('Choose at least one, or choose “Don’t allow”.').waitFor();
    expect(await page.locator('[name=scope]:checked').count()).toBe(0);
    for (const name of ['openid', 'notes:read']) await page.locator(`[name=scope][value="${name}"]`).check();
    await allow(page);
    await arrived(page, 'Connected');
    expect(await scopeOf(page)).toBe('openid notes:read');
  });

  it('is remembered; what is new is asked for alone', async () => {
    const { page } = await asked({ scope: 'openid notes:read' });
    await allow(page);
    await arrived(page, 'Connected');
    await openConsent(page, address({ scope: 'openid notes:read notes:write' }));
    await page.getByText('You already allow it to').waitFor();
    expect(await page.locator('[name=scope][type=checkbox]').count()).toBe(1);
    await allow(page);
    await arrived(page, 'Connected');
    expect((await scopeOf(page)).split(' ').sort()).toEqual(['notes:read', 'notes:write', 'openid']);
  });

  describe('answered twice', () => {
    it('by two clicks without scripts brings one code', async () => {
      const { page, account } = await asked({}, { javaScriptEnabled: false });
      const button = page.getByRole('button', { name: 'Allow', exact: true });
      expect(await clickTwice(page, button, '**/consent?*')).toBe(2);
      await arrived(page, 'Connected');
      const { body } = await call<{ items: unknown[] }>('GET', `${server.url}/api/grants`, {
        headers: account.session,
      });
      expect(body.items).toHaveLength(1);
    });

    it('by scripts that repeat a click is sent once', async () => {
      const { page } = await asked();
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await page.getByRole('button', { name: 'Allow', exact: true }).dblclick({ noWaitAfter: true });
      await arrived(page, 'Connected');
      expect(posts).toHaveLength(1);
    });

    it('also after the application has redeemed its code keeps the connection', async () => {
      const { page } = await asked();
      const valueOf = (name: string) => page.locator(`[name=${name}]`).inputValue();
      const shown = { session_id: await valueOf('session_id'), account: await valueOf('account') };
      const form = { ...shown, is_rejected: 'false' };
      const url = page.url();
      const scopes = ['openid', 'notes:read', 'notes:write'].map((scope) => `scope=${encodeURIComponent(scope)}`);
      await allow(page);
      await arrived(page, 'Connected');
      const again = await page.context().request.post(url, {
        data: `${new URLSearchParams(form).toString()}&choices=yes&${scopes.join('&')}`,
        headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
      });
      const text = await again.text();
      expect(text).toContain('You have already answered this request');
      expect(text).not.toMatch(/[?&;]code=/);
      await given.app.refresh();
      expect(await given.app.callService()).toBe(200);
    });
  });

  it('is given by another account than the one signed in', async () => {
    const { page, account } = await asked();
    const other = await signUp(server);
    await page.getByText(account.email).waitFor();
    await page.getByRole('link', { name: 'Use another account' }).click();
    await signInOn(page, other);
    await page.getByText(other.email).waitFor();
    await allow(page);
    await arrived(page, 'Connected');
    expect(await subjectOf(page)).toBe(other.id);
  });

  it('opened by one account is not given by another, which is asked itself', async () => {
    const { page } = await asked();
    const other = await signUp(server);
    await enter(page, server, other);
    await allow(page);
    await page.getByText(other.email).waitFor();
    await allow(page);
    await arrived(page, 'Connected');
    expect(await subjectOf(page)).toBe(other.id);
  });

  describe('asked for again', () => {
    it('prompt=consent shows what is allowed already', async () => {
      const { page } = await asked();
      await allow(page);
      await arrived(page, 'Connected');
      await openConsent(page, address({ prompt: 'consent' }));
      await allow(page);
      await arrived(page, 'Connected');
    });

    it('prompt=login wants the password once', async () => {
      const account = await signUp(server);
      const page = await browser.visitor();
      await enter(page, server, account);
      await page.goto(address({ prompt: 'login' }));
      await page.getByText('Photo Printer asks you to sign in again.').waitFor();
      await signInOn(page, account);
      await allow(page);
      await arrived(page, 'Connected');
      expect(await subjectOf(page)).toBe(account.id);
    });

    it('prompt=select_account lets choose the account signed in', async () => {
      const account = await signUp(server);
      const page = await browser.visitor();
      await enter(page, server, account);
      await page.goto(address({ prompt: 'select_account' }));
      await page.getByText(account.email).waitFor();
      await page.getByRole('link', { name: 'Continue with this account' }).click();
      await allow(page);
      await arrived(page, 'Connected');
    });

    it('prompt=none is answered without a page', async () => {
      const page = await browser.visitor();
      await page.goto(address({ prompt: 'none' }));
      await arrived(page, 'Not connected');
      expect(await errorOf(page)).toBe('login_required');
    });

    it('login_hint stands in the field', async () => {
      const account = await signUp(server);
      const page = await browser.visitor();
      await page.goto(address({ login_hint: account.email }));
      expect(await page.locator('[name=email]').inputValue()).toBe(account.email);
    });
  });
});

describeInChromium('the time of a consent', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const given = givenApp(server, developer);
  const browser = givenBrowser(server);

  async function asked(options = {}) {
    // A fresh session: the server's clock may have run days ahead of the developer's.
    const account = await signUp(server);
    const page = await browser.visitor(options);
    await enter(page, server, account);
    return { page, account };
  }

  /** The server's clock and the page's. */
  async function wait(page: Page, seconds: number): Promise<void> {
    await server.advance({ seconds });
    await page.clock.runFor(seconds * 1000);
  }

  it('max_age asks who signed in too long ago', async () => {
    const { page, account } = await asked();
    await server.advance({ minutes: 10 });
    await page.goto(`${given.app.url}/login?max_age=300`);
    await page.getByText('You signed in too long ago for Photo Printer.').waitFor();
    await signInOn(page, account);
    await allow(page);
    await arrived(page, 'Connected');
  });

  it('over without scripts, it is asked again by a click', async () => {
    const { page } = await asked({ javaScriptEnabled: false });
    await openConsent(page, `${given.app.url}/login`);
    await server.advance({ minutes: 6 });
    await allow(page);
    await arrived(page, 'This request has expired');
    await page.getByRole('link', { name: 'Show it again' }).click();
    await allow(page);
    await arrived(page, 'Connected');
  });

  it('is put off by a click, as often as needed; what is ticked stays', async () => {
    const { page } = await asked();
    await page.clock.install();
    await openConsent(page, `${given.app.url}/login`);
    await page.locator('[name=scope][value="notes:write"]').uncheck();
    const dialog = page.getByRole('alertdialog', { name: 'Still there?' });
    for (let round = 0; round < 3; round += 1) {
      expect(await dialog.isVisible()).toBe(false);
      await wait(page, 245);
      await dialog.waitFor();
      await page.getByRole('button', { name: 'I need more time' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    expect(await page.locator('[name=scope][value="notes:write"]').isChecked()).toBe(false);
    await allow(page);
    await arrived(page, 'Connected');
    expect(await page.locator('#scope').innerText()).toBe('openid notes:read');
  });

  it('is put off by the page itself once', async () => {
    const { page } = await asked();
    await page.clock.install();
    await openConsent(page, `${given.app.url}/login`);
    await wait(page, 301);
    await page.getByText('The request expired and was started again').waitFor();
    await wait(page, 302);
    await page.getByRole('alertdialog', { name: 'This request has expired' }).waitFor();
    await page.getByRole('link', { name: 'Show it again' }).click();
    await allow(page);
    await arrived(page, 'Connected');
  });

  it('of a pushed request is put off as well, long after its request_uri expired', async () => {
    const { page } = await asked();
    await page.clock.install();
    await openConsent(page, `${given.app.url}/login-pushed`);
    const question = page.url();
    await wait(page, 245);
    await page.getByRole('button', { name: 'I need more time' }).click();
    await page.getByRole('alertdialog', { name: 'Still there?' }).waitFor({ state: 'hidden' });
    await server.advance({ minutes: 6 });
    await allow(page);
    await arrived(page, 'This request has expired');
    await page.getByRole('link', { name: 'Show it again' }).click();
    await allow(page);
    await arrived(page, 'Connected');
    await page.goto(question);
    await arrived(page, 'This link does not work');
  });

  it('of a pushed request waits for a sign-in of minutes, without scripts', async () => {
    const account = await signUp(server);
    const page = await browser.visitor({ javaScriptEnabled: false });
    await page.goto(`${given.app.url}/login-pushed`);
    await page.getByText('Photo Printer').first().waitFor();
    await server.advance({ minutes: 4 });
    await signInOn(page, account);
    await allow(page);
    await arrived(page, 'Connected');
  });

  it('ends with the session: who signed out is asked to sign in', async () => {
    const { page, account } = await asked();
    await openConsent(page, `${given.app.url}/login`);
    await call('DELETE', `${server.url}/api/session`, { headers: account.session });
    await allow(page);
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await signInOn(page, account);
    await allow(page);
    await arrived(page, 'Connected');
    expect((await signIn(server, account)).sessionToken).not.toBe('');
  });
});
