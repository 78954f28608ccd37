import type { Page } from 'playwright-core';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { linkIn } from '@consentry/test-support/world/mailbox';

describeInChromium('a form for a new password', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer();
  const browser = givenBrowser(server);

  const forms: [string, (page: Page) => Promise<string>][] = [
    [
      'to sign up',
      async (page) => {
        await page.goto(`${server.url}/sign-up`);
        return '';
      },
    ],
    [
      'by mail',
      async (page) => {
        const { account } = await signUpByMail();
        await page.goto(`${server.url}/password`);
        await page.getByLabel('Email').fill(account.email);
        await page.getByRole('button', { name: 'Send the link' }).click();
        await page.goto(linkIn(await mailbox.next(account.email)));
        return account.email;
      },
    ],
    [
      'of the account',
      async (page) => {
        const { account } = await signUpByMail();
        await enter(page, server, account);
        await page.goto(`${server.url}/account/password`);
        return account.email;
      },
    ],
  ];

  it.each(forms)('%s names the account to password managers, and hides again what it shows', async (_, open) => {
    const page = await browser.visitor();
    const email = await open(page);
    const form = page.locator('form', { has: page.locator('[autocomplete=new-password]') });
    expect(await form.locator('[autocomplete=username]').inputValue()).toBe(email);
    const password = form.locator('[autocomplete=new-password]');
    await form.getByRole('button', { name: 'Show' }).first().click();
    expect(await password.getAttribute('type')).toBe('text');
    await password.fill('a password that is shown');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Hide' }).click();
    expect(await password.getAttribute('type')).toBe('password');
  });
});
