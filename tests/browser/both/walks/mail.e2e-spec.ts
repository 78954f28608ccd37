import type { Locator, Page } from 'playwright-core';
import { codeIn, linkIn } from '@consentry/test-support/world/mailbox';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { givenApp } from '../../support/given-app';
import { describeWithAndWithoutScripts } from '@consentry/test-support/browser/programs';
import { arrived, enter, signInOn } from '@consentry/test-support/browser/steps';
import { givenAccount, givenMailingServer } from '@consentry/test-support/server/given';
import { unique } from '@consentry/test-support/world/world';

describeWithAndWithoutScripts('what mails lead to in a browser', (javaScriptEnabled) => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  const browser = givenBrowser(server);

  const developer = givenAccount(server);
  const given = givenApp(server, developer);

  /** Counts what a person does. */
  function personOn(page: Page) {
    const person = {
      actions: 0,
      click: async (where: Locator) => (person.actions++, await where.click()),
      type: async (name: string, text: string) => (
        person.actions++,
        await page.locator(`main [name=${name}]`).fill(text)
      ),
    };
    return person;
  }

  const newcomer = () => ({ name: 'Ben', email: `${unique()}@example.com`, password: `password-${unique()}` });

  /** From the button of the application to the page that takes the code. */
  async function signedUp() {
    const typed = newcomer();
    const page = await browser.visitor({ javaScriptEnabled });
    const person = personOn(page);
    await page.goto(given.app.url);
    await person.click(page.getByRole('link', { name: 'Connect' }));
    await person.click(page.getByRole('link', { name: 'Create an account' }));
    for (const [name, text] of Object.entries(typed)) await person.type(name, text);
    await person.click(page.getByRole('button', { name: 'Create account' }));
    await arrived(page, 'Check your email');
    return { page, person, typed, mail: await mailbox.next(typed.email) };
  }

  it('leads a newcomer back to the application by the code, in at most ten actions', async () => {
    const { page, person, mail } = await signedUp();
    await person.type('code', codeIn(mail));
    await person.click(page.getByRole('button', { name: 'Continue' }));
    await arrived(page, 'Photo Printer wants access to your Notes');
    await person.click(page.getByRole('button', { name: 'Allow', exact: true }));
    await arrived(page, 'Connected');
    expect(person.actions).toBeLessThanOrEqual(10);
  });

  it('leads a newcomer back to the application by the link, with the password typed once more', async () => {
    const { page, person, typed, mail } = await signedUp();
    await page.goto(linkIn(mail));
    await person.type('password', typed.password);
    await person.click(page.getByRole('button', { name: 'Yes, confirm it' }));
    await arrived(page, 'Photo Printer wants access to your Notes');
    await person.click(page.getByRole('button', { name: 'Allow', exact: true }));
    await arrived(page, 'Connected');
    expect(person.actions).toBeLessThanOrEqual(10);
  });

  it('tells a wrong code at its field, which has the focus, and mails another', async () => {
    const { page, typed, mail } = await signedUp();
    await page.locator('[name=code]').fill(codeIn(mail) === '000000' ? '000001' : '000000');
    await page.locator('[name=code]').press('Enter');
    await page.getByRole('alert').getByText('This code is wrong.').waitFor();
    expect(await page.title()).toMatch(/^Error: Check your email/);
    expect(await page.locator('[name=code]:focus').count()).toBe(1);
    await page.getByRole('button', { name: 'Email me a new code' }).click();
    await page.getByRole('status').getByText('A new email is on its way.').waitFor();
    await page.locator('[name=code]').fill(codeIn(await mailbox.next(typed.email)));
    await page.locator('[name=code]').press('Enter');
    await arrived(page, 'Photo Printer wants access to your Notes');
  });

  it('confirms an email, by the button alone', async () => {
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
