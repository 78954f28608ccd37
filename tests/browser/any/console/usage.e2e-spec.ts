import type { Page } from 'playwright-core';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Application, call, obtainTokens, refresh, register } from '@consentry/test-support/world/world';

describeInChromium('the usage of an application in the console', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  async function open(application: Application, locale = 'en-GB'): Promise<Page> {
    const page = await browser.visitor({ locale, timezoneId: 'Europe/Berlin' });
    await enter(page, server, account);
    await page.goto(`${server.url}/console/applications/${application.client_id}/usage`);
    return page;
  }

  const timesBelow = async (page: Page) => (await page.locator('.chart .times span').allInnerTexts()).filter(Boolean);
  const fillOf = (bar: Element) => getComputedStyle(bar).fill;

  const counted = async () => (await storedRows(server, 'SELECT id FROM usage_counts')).length;

  it('is empty at first, and then shows bars, the table that says the same, and why it was refused', async () => {
    const application = await register(server, account, { name: 'Photo Printer' });
    const page = await open(application);
    await arrived(page, 'Photo Printer');
    await page.getByText('Nothing in this period').waitFor();
    await expectAccessible(page);

    const { refresh_token: token } = await obtainTokens(server, account, application);
    await refresh(server, token);
    const { client_id, client_secret } = application;
    const body = { client_id, client_secret, grant_type: 'refresh_token', refresh_token: 'none' };
    for (const wrong of [{}, {}, { client_secret: 'wrong' }])
      await call('POST', `${server.url}/oauth2/token`, { body: new URLSearchParams({ ...body, ...wrong }) });
    await server.advance({ seconds: 31 });
    await becomesSo(async () => (await counted()) === 5, 10_000);

    await page.reload();
    const chart = page.getByRole('img', { name: 'Last 24 hours: Codes: 1. Tokens: 2. Refusals: 3.' });
    await chart.waitFor();
    // Of the 24 hours one or, across the end of an hour, two have bars.
    const heights = await chart
      .locator('rect.given')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
    expect(heights).toHaveLength(24);
    expect(heights.filter((height) => height > 10).length).toBeGreaterThan(0);
    expect(await page.locator('.chart .counts').innerText()).toMatch(/^\d(\s\d)+\s0$/);
    const hours = await timesBelow(page);
    expect(hours.length).toBeGreaterThanOrEqual(3);
    for (const hour of hours) expect(hour).toMatch(/^(00|06|12|18):00$/);
    await page.getByText('Times are in your time zone, Europe/Berlin.').waitFor();
    const refusals = page.getByRole('table', { name: 'Why it was refused' });
    expect(await refusals.getByRole('row').allTextContents()).toEqual([
      'ErrorCountWhat it means',
      expect.stringMatching(/^invalid_grant2The code or refresh token/),
      expect.stringMatching(/^invalid_client1The client secret/),
    ]);
    await page.getByText('As a table').click();
    const table = page.getByRole('table', { name: 'Codes, tokens and refusals' });
    expect(await table.getByRole('row').count()).toBe(25);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('img', { name: 'Last 30 days: Codes: 1. Tokens: 2. Refusals: 3.' }).waitFor();
    await page.getByText('As a table').click();
    expect(await table.getByRole('row').count()).toBe(31);
    expect((await timesBelow(page)).length).toBeGreaterThanOrEqual(3);
    for (const day of await timesBelow(page)) expect(day).toMatch(/^\d{1,2} [A-Z][a-z]{2,3}$/);
    await expectAccessible(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
    expect(await page.locator('.chart .given').first().evaluate(fillOf)).toBe(text);

    await refusals.getByRole('link', { name: 'invalid_client' }).click();
    await arrived(page, 'invalid_client');
    await page.getByRole('cell', { name: 'client authentication failed', exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('speaks German', async () => {
    const page = await open(await register(server, account), 'de-DE');
    await page.getByText('Nichts in diesem Zeitraum').waitFor();
    await page.getByRole('button', { name: 'Letzte 30 Tage' }).click();
    await page.getByText('Nichts in diesem Zeitraum').waitFor();
    await expectAccessible(page);
  });
});
