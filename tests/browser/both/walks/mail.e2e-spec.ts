import { linkIn } from '@consentry/test-support/world/mailbox';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeWithAndWithoutScripts } from '@consentry/test-support/browser/programs';
import { arrived, enter, signInOn } from '@consentry/test-support/browser/steps';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { unique } from '@consentry/test-support/world/world';

describeWithAndWithoutScripts('what mails lead to in a browser', (javaScriptEnabled) => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  const browser = givenBrowser(server);

  it('confirms an e-mail, by the button alone', async () => {
    const { account, link } = await signUpByMail();
    const page = await browser.visitor({ javaScriptEnabled });
    await enter(page, server, account);
    await page.goto(link);
    await arrived(page, 'Confirm your email');
    expect(page.url()).toBe(`${server.url}/verify`);
    await page.getByRole('button', { name: 'Yes, confirm it' }).click();
    await arrived(page, 'Your email is confirmed');
    await page.goto(link);
    await arrived(page, 'This link has already been used');
  });

  it('chooses a new password', async () => {
    const { account } = await signUpByMail();
    const page = await browser.visitor({ javaScriptEnabled });
    await page.goto(`${server.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill(account.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await arrived(page, 'Check your email');

    await page.goto(linkIn(await mailbox.next(account.email)));
    await arrived(page, 'Choose a new password');
    expect(page.url()).toBe(`${server.url}/password/reset`);
    const password = `password-${unique()}`;
    await page.locator('[name=password]').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await arrived(page, 'Your new password is set');

    await page.goto(`${server.url}/sign-in`);
    await signInOn(page, account);
    await page.getByText('Wrong email or password.').waitFor();
    await signInOn(page, { ...account, password });
    await page.waitForURL((url) => url.pathname !== '/sign-in');
  });
});
