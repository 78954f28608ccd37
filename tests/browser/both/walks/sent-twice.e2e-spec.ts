import { codeIn, linkIn } from '@consentry/test-support/world/mailbox';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { clickTwice } from '../../support/double-click';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter, signInOn } from '@consentry/test-support/browser/steps';
import { givenMailingServer, givenServer } from '@consentry/test-support/server/given';
import { signUp, unique } from '@consentry/test-support/world/world';

describeInChromium('a double click without scripts leads where one click does', () => {
  describe('where nobody mails', () => {
    const server = givenServer();
    const browser = givenBrowser(server);
    const visitor = () => browser.visitor({ javaScriptEnabled: false });

    it('at the sign-up: signed in to the new account', async () => {
      const email = `${unique()}@example.com`;
      const page = await visitor();
      await page.goto(`${server.url}/sign-up?return_to=%2Faccount`);
      await page.locator('[name=name]').fill('Ada');
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill(`password-${unique()}`);
      expect(await clickTwice(page, page.locator('main form .primary'), '**/sign-up')).toBe(2);
      await page.locator('dd', { hasText: email }).waitFor();
    });

    it('at a new password: told that it is changed', async () => {
      const account = await signUp(server);
      const page = await visitor();
      await enter(page, server, account);
      await page.goto(`${server.url}/account/password`);
      const password = `password-${unique()}`;
      await page.locator('[name=password]').fill(password);
      await page.locator('[name=current_password]').fill(account.password);
      expect(await clickTwice(page, page.locator('main form .primary'), '**/account/password')).toBe(2);
      await page.getByText('Your password was changed.').waitFor();
      await page.context().clearCookies();
      await page.goto(`${server.url}/sign-in?return_to=%2Faccount`);
      await signInOn(page, { email: account.email, password });
      await page.locator('dd', { hasText: account.email }).waitFor();
    });

    it('at the end of an account: told that it is closed', async () => {
      const account = await signUp(server);
      const page = await visitor();
      await enter(page, server, account);
      await page.goto(`${server.url}/account/close`);
      await page.locator('[name=current_password]').fill(account.password);
      const button = page.getByRole('button', { name: 'Close account', exact: true });
      expect(await clickTwice(page, button, '**/account/close')).toBe(2);
      await arrived(page, 'Your account is closed');
    });
  });

  describe('on pages that mails lead to', () => {
    const { server, mailbox, signUpByMail } = givenMailingServer();
    const browser = givenBrowser(server);
    const visitor = () => browser.visitor({ javaScriptEnabled: false });

    async function signUpPage() {
      const email = `${unique()}@example.com`;
      const page = await visitor();
      await page.goto(`${server.url}/sign-up?return_to=%2Faccount`);
      await page.locator('[name=name]').fill('Ada');
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill(`password-${unique()}`);
      return { email, page };
    }

    it('at the sign-up: the code of the newest mail leads on', async () => {
      const { email, page } = await signUpPage();
      expect(await clickTwice(page, page.locator('main form .primary'), '**/sign-up')).toBe(2);
      for (let mails = 0; mails < 2 && !page.url().endsWith('/account'); mails += 1) {
        await page.locator('[name=code]').fill(codeIn(await mailbox.next(email)));
        await Promise.all([page.waitForEvent('load'), page.locator('main form .primary').click()]);
      }
      await page.locator('dd', { hasText: email }).waitFor();
    });

    it('at the code of a sign-up: signed in and led on', async () => {
      const { email, page } = await signUpPage();
      await page.locator('main form .primary').click();
      await page.locator('[name=code]').fill(codeIn(await mailbox.next(email)));
      expect(await clickTwice(page, page.locator('main form .primary'), '**/sign-up/code')).toBe(2);
      await page.locator('dd', { hasText: email }).waitFor();
    });

    it('at the proof of an email: told that it is confirmed', async () => {
      const { account, link } = await signUpByMail();
      const page = await visitor();
      await enter(page, server, account);
      await page.goto(link);
      expect(await clickTwice(page, page.locator('main form .primary'), '**/verify')).toBe(2);
      await arrived(page, 'This link has already been used');
      await page.getByText(`It confirmed ${account.email}`).waitFor();
    });

    it('at a new password: told that it is set', async () => {
      const { account } = await signUpByMail();
      const page = await visitor();
      await page.goto(`${server.url}/password`);
      await page.locator('[name=email]').fill(account.email);
      await page.locator('main form .primary').click();
      await page.goto(linkIn(await mailbox.next(account.email)));
      const password = `password-${unique()}`;
      await page.locator('[name=password]').fill(password);
      expect(await clickTwice(page, page.locator('main form .primary'), '**/password/reset')).toBe(2);
      await arrived(page, 'This link has already been used');
      await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
      await signInOn(page, { email: account.email, password });
      await page.waitForURL((url) => url.pathname !== '/sign-in');
    });
  });
});
