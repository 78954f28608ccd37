import type { Page } from 'playwright-core';
import { beginDevice, poll, registerTelevision } from '@consentry/test-support/world/devices';
import { givenAccount, givenApplication, givenMailingServer } from '@consentry/test-support/server/given';
import { linkIn } from '@consentry/test-support/world/mailbox';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { expectReachable, focused, press, tabTo, typeInto } from '@consentry/test-support/browser/keyboard';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';
import { type Account, obtainTokens, refresh, signIn, signUp, unique } from '@consentry/test-support/world/world';

describeInChromium('by the keyboard alone', () => {
  const { server, mailbox } = givenMailingServer();
  const browser = givenBrowser(server);
  const developer = givenAccount(server);
  const application = givenApplication(server, developer, { name: 'Photo Printer' });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const password = (page: Page, name = 'Password') => page.getByRole('textbox', { name });

  /** Somebody who is signed in, on a page. */
  async function open(path: string, account?: Account, options: Parameters<typeof browser.visitor>[0] = {}) {
    const page = await browser.visitor(options);
    await enter(page, server, account ?? (await signUp(server)));
    await page.goto(server.url + path);
    return page;
  }

  describe('every control is reached, forwards and backwards', () => {
    it.each(['/sign-in', '/sign-up', '/password', '/no-such-page'])('%s', async (path) => {
      const page = await browser.visitor();
      await page.goto(server.url + path);
      await expectReachable(page);
    });

    it.each([
      '/device',
      '/sign-out',
      '/account',
      '/account/name',
      '/account/email',
      '/account/password',
      '/account/close',
      '/account/sessions',
      '/account/history',
    ])('%s, signed in', async (path) => {
      await expectReachable(await open(path));
    });
  });

  it('an account is made, confirmed, and given a new password', async () => {
    const email = `${unique()}@example.com`;
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-up`);
    await typeInto(page, page.getByLabel('Name'), 'Ada');
    await typeInto(page, page.getByLabel('Email'), email);
    await typeInto(page, password(page), 'correct horse');
    await press(page, button(page, 'Show'), 'Space');
    expect(await password(page).getAttribute('type')).toBe('text');
    expect(await focused(page)).toBe('Hide');
    await press(page, button(page, 'Create account'));
    await arrived(page, 'Check your email');

    await page.goto(linkIn(await mailbox.next(email)));
    await typeInto(page, password(page), 'correct horse');
    await page.keyboard.press('Enter');
    await arrived(page, 'Your email is confirmed');

    await page.context().clearCookies();
    await page.goto(`${server.url}/sign-in`);
    await press(page, page.getByRole('link', { name: 'Forgot password?' }));
    await typeInto(page, page.getByLabel('Email'), email);
    await page.keyboard.press('Enter');
    await arrived(page, 'Check your email');
    await page.goto(linkIn(await mailbox.next(email)));
    await typeInto(page, password(page, 'New password'), 'a new password');
    await press(page, page.getByRole('checkbox', { name: 'Also end access for all apps' }), 'Space');
    await press(page, button(page, 'Set password'));
    await arrived(page, 'Your new password is set');
  });

  it('a device is refused and connected', async () => {
    const television = await registerTelevision(server, developer);
    const [one, other] = [await beginDevice(server, television), await beginDevice(server, television)];
    const page = await open('/device');
    await typeInto(page, page.getByLabel('Code', { exact: true }), one.user_code);
    await page.keyboard.press('Enter');
    await arrived(page, 'Television wants access to your Notes');
    await expectReachable(page);
    // Enter in the form is the safe answer: the first button.
    await tabTo(page, page.getByRole('checkbox').first());
    await page.keyboard.press('Enter');
    await arrived(page, 'The device was not connected');
    await expectReachable(page);

    await page.goto(other.verification_uri_complete);
    await expectReachable(page);
    await press(page, button(page, 'Yes, it does'));
    await press(page, page.locator('[name=scope][value="notes:write"]'), 'Space');
    await press(page, button(page, 'Allow'), 'Space');
    await arrived(page, 'The device is connected');
    const answers = await Promise.all([one, other].map((device) => poll(server, television, device)));
    expect(answers.map(({ body }) => body.error ?? body.scope)).toEqual(['access_denied', 'notes:read']);
  });

  describe('apps with access', () => {
    it('the dialog keeps the focus, gives it back, and removes', async () => {
      const account = await signUp(server);
      const { refresh_token: token } = await obtainTokens(server, account, application);
      const page = await open('/account/apps', account);
      await expectReachable(page);
      const opener = page.getByRole('link', { name: 'Remove access for Photo Printer' });
      const dialog = page.getByRole('dialog');
      for (const leave of ['Escape', 'Enter']) {
        await press(page, opener);
        await dialog.waitFor();
        expect(await focused(page)).toBe('Keep it');
        await expectReachable(page, 'dialog[open]');
        await tabTo(page, dialog.getByRole('button', { name: 'Keep it' }));
        await page.keyboard.press(leave);
        await dialog.waitFor({ state: 'hidden' });
        expect(await focused(page)).toBe('Remove access for Photo Printer');
      }
      expect((await refresh(server, token)).status).toBe(200);
      await press(page, opener);
      await press(page, dialog.getByRole('button', { name: 'Remove access for Photo Printer' }));
      await page.getByText('Photo Printer can no longer access your account').waitFor();
    });

    it('a permission is taken back, and a connection ended', async () => {
      const account = await signUp(server);
      await obtainTokens(server, account, application);
      const page = await open('/account/apps', account);
      await press(page, page.locator('summary', { hasText: 'Remove some permissions' }), 'Space');
      await expectReachable(page);
      await press(page, page.locator('[name=scope][value="notes:write"]'), 'Space');
      await press(page, button(page, 'Keep only what is ticked'));
      await page.getByText('Photo Printer can now do only what is listed below').waitFor();
      await press(page, page.getByRole('button', { name: /^End: / }), 'Space');
      await page.getByText('The connection of Photo Printer has ended').waitFor();
    });
  });

  it('sessions are ended, and the name changed', async () => {
    const account = await signUp(server);
    await signIn(server, account);
    const page = await open('/account/sessions', account);
    await press(page, page.locator('.devices li:not(:has(.badge)) button').first());
    await page.getByText('That browser is signed out').waitFor();
    await press(page, page.getByRole('link', { name: 'Profile and sign-in' }));
    await press(page, page.getByRole('link', { name: 'Change name' }));
    await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Countess');
    await typeInto(page, password(page, 'Current password'), account.password);
    await page.keyboard.press('Enter');
    await page.locator('dd', { hasText: 'Countess' }).waitFor();
    await press(page, button(page, 'Dark'), 'Space');
    await page.locator('html[data-theme=dark]').waitFor();
    await expectReachable(page);
  });

  it('on a narrow screen the menu is opened', async () => {
    const page = await open('/account', undefined, { viewport: { width: 320, height: 640 } });
    await expectReachable(page);
    await press(page, page.locator('.top summary'));
    await expectReachable(page);
    await press(page, page.locator('.top').getByRole('link', { name: 'History' }));
    await arrived(page, 'History');
  });

  it('the content is reached past the menu', async () => {
    const page = await open('/account/history');
    await press(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.closest('main') !== null`)).toBe(true);
  });
});
