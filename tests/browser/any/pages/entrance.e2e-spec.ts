import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { authorizeUrl, unique } from '@consentry/test-support/world/world';

describeInChromium('the way in and out', () => {
  const server = givenServer();
  const account = givenAccount(server, { name: 'Ada' });
  const application = givenApplication(server, account, { name: 'Photo Printer' });
  const browser = givenBrowser(server);

  const signInFor = (override: Record<string, string> = {}) => {
    const consent = `/consent?${authorizeUrl(server, application, override).split('?')[1]}`;
    return `${server.url}/sign-in?return_to=${encodeURIComponent(consent)}`;
  };

  const signedIn = async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-in?return_to=%2Fsign-out`);
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/sign-out`);
    return page;
  };

  it('sign-up is accessible, also with its errors', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-up`);
    await expectAccessible(page);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(`password-${unique()}`);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
  });

  it('sign-in is accessible where it asks again, and where it offers the account', async () => {
    const page = await signedIn();
    await page.goto(signInFor());
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await expectAccessible(page);
    await server.advance({ seconds: 1 });
    await page.goto(signInFor({ prompt: 'login', state: unique() }));
    await page.getByText('Photo Printer asks you to sign in again.').waitFor();
    await expectAccessible(page);
  });

  it('sign-out is accessible, and the back button shows nothing private after it', async () => {
    const page = await signedIn();
    await page.getByText('Ada').waitFor();
    await expectAccessible(page);
    await page.goto(signInFor());
    await page.goto(`${server.url}/sign-out`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await expectAccessible(page);
    for (let back = 0; back < 4; back += 1) {
      await page.goBack();
      expect(await page.content()).not.toContain('Ada');
    }
  });

  it('errors are accessible', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/unknown`);
    await expectAccessible(page);
  });

  it('the language that is chosen holds, in texts that are longer', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-in`);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await expectAccessible(page);
  });
});
