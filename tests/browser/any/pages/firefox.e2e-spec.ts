import type { Page } from 'puppeteer-core';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { givenFirefox } from '../../support/firefox';
import { givenApp } from '../../support/given-app';
import { describeInFirefox } from '@consentry/test-support/browser/programs';
import { signUp } from '@consentry/test-support/world/world';

describeInFirefox('consent in Firefox', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const given = givenApp(server, developer);
  const firefox = givenFirefox();

  const heading = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//h1[contains(., "${text}")])`);

  /** Through the sign-in page to the question. */
  async function asked(): Promise<Page> {
    const account = await signUp(server);
    const page = await firefox.visitor();
    await page.goto(`${given.app.url}/login`);
    await page.type('[name=email]', account.email);
    await page.type('[name=password]', account.password);
    await page.click('main form button:not([type=button])');
    await heading(page, 'wants access to your Notes');
    return page;
  }

  it('is given with a scope left out', async () => {
    const page = await asked();
    await page.click('[name=scope][value="notes:write"]');
    await page.click('.decide .primary');
    await heading(page, 'Connected');
    expect(await page.$eval('#scope', (one) => one.textContent)).toBe('openid notes:read');
    expect(await given.app.callService()).toBe(200);
  });

  it('is refused', async () => {
    const page = await asked();
    await page.click('.decide button:not(.primary)');
    await heading(page, 'Not connected');
    expect(await page.$eval('#error', (one) => one.textContent)).toBe('access_denied');
  });

  it('answered by two clicks brings one code', async () => {
    const page = await asked();
    await page.click('.decide .primary', { count: 2 });
    await heading(page, 'Connected');
  });
});
