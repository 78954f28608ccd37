import { linkIn } from '@consentry/test-support/world/mailbox';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter, sendAnyhow, signUpOn } from '@consentry/test-support/browser/steps';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { signUp, unique } from '@consentry/test-support/world/world';

describeInChromium('the pages of the account and its mails', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  const browser = givenBrowser(server);

  it('are accessible, from the sign-up to a new password', async () => {
    const { account, link } = await signUpByMail();
    const { email, password } = account;
    const page = await browser.visitor();
    await page.goto(link);
    await page.waitForURL(`${server.url}/verify`);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
    await page.getByRole('button', { name: 'Yes, confirm it' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Yes, confirm it' }).click();
    await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor();
    await expectAccessible(page);

    await page.goto(`${server.url}/password`);
    await expectAccessible(page);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.goto(linkIn(await mailbox.next(email)));
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'New password' }).fill('a new password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Your new password is set' }).waitFor();
  });

  it('the page of a code is accessible in German too, with an error', async () => {
    const page = await browser.visitor({ locale: 'de-DE' });
    await page.goto(`${server.url}/sign-up`);
    await signUpOn(page, { name: 'Ada', email: `${unique()}@example.com`, password: `password-${unique()}` });
    await arrived(page, 'Prüfen Sie Ihr Postfach');
    await expectAccessible(page);
    await sendAnyhow(page, { code: '12345' });
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toMatch(/^Fehler: /);
    await expectAccessible(page);
  });

  it.each(['/account/name', '/account/email', '/account/password', '/account/close'])(
    '%s is accessible',
    async (path) => {
      const page = await browser.visitor();
      await enter(page, server, await signUp(server));
      await page.goto(server.url + path);
      await expectAccessible(page);
    },
  );
});
