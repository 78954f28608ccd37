import type { Page } from 'playwright-core';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';

describeInChromium('a form of the console', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account, { name: 'Photo Printer' });
  const browser = givenBrowser(server);

  /** @returns the page, and the calls that changed something, or would have. */
  async function open(path: string, locale = 'en-GB'): Promise<{ page: Page; calls: string[] }> {
    const page = await browser.visitor({ locale });
    const calls: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && calls.push(request.method()));
    await enter(page, server, account);
    await page.goto(server.url + path);
    return { page, calls };
  }

  it.each([
    ['en-GB', 'Name', 'Save', 'Use 1 to 200 characters, including a letter or digit.'],
    [
      'de-DE',
      'Name',
      'Speichern',
      'Verwenden Sie 1 bis 200 Zeichen, darunter mindestens einen Buchstaben oder eine Ziffer.',
    ],
  ])('tells what the server refuses at its field, in %s, and waits until it is changed', async (...of) => {
    const [locale, label, save, words] = of;
    browser.expect(/\/api\/applications\/[\w-]+: 400$/);
    const { page, calls } = await open(`/console/applications/${application.client_id}/settings`, locale);
    const name = page.getByLabel(label, { exact: true });
    const send = () => page.getByRole('button', { name: save }).first().click();
    await name.fill('--');
    await send();
    await page.getByText(words).waitFor();
    expect(await page.evaluate(`document.activeElement.id`)).toBe('name');
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectAccessible(page);
    await send();
    expect(calls).toEqual(['PATCH']);
    await name.fill('Photo Printer');
    await page.getByText(words).waitFor({ state: 'hidden' });
    await send();
    await page.getByRole('status').filter({ hasText: /./ }).first().waitFor();
    expect(calls).toEqual(['PATCH', 'PATCH']);
  });

  it('waits while a field is marked wrong', async () => {
    const { page, calls } = await open('/console/new');
    await page.getByLabel('Name').fill('Photo Printer');
    const redirectUri = page.getByLabel('Redirect URI');
    await redirectUri.fill('https://app.example.com/#back');
    await page.getByRole('button', { name: 'Register' }).click();
    expect(await page.evaluate(`document.activeElement.id`)).toBe('redirect-uri');
    expect(calls).toEqual([]);
    await redirectUri.fill('https://app.example.com/back');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Photo Printer' }).waitFor();
    expect(calls).toEqual(['POST']);
  });
});
