import type { Locator, Page } from 'playwright-core';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived } from '@consentry/test-support/browser/steps';
import { unique } from '@consentry/test-support/world/world';

/** Clicks and typed fields. */
const MOST_ACTIONS = 40;
/** Seconds, also on a busy machine; people read besides. */
const LONGEST = 120;

/** A person who counts what there is to do. */
class Newcomer {
  actions = 0;

  constructor(readonly page: Page) {}

  async click(...[role, name]: Parameters<Page['getByRole']>): Promise<void> {
    await this.clickOn(this.page.getByRole(role, { exact: true, ...name }).first());
  }

  async clickOn(target: Locator): Promise<void> {
    this.actions += 1;
    await target.click();
  }

  async type(label: string, text: string): Promise<void> {
    this.actions += 1;
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }
}

describeInChromium('a newcomer with a browser alone', () => {
  const server = givenServer();
  const browser = givenBrowser(server);
  let service: GuardedService;

  beforeAll(async () => (service = await GuardedService.start(server.url)));
  afterAll(() => service.stop());

  const read = (token: string) => fetch(`${service.url}/notes`, { headers: { authorization: token } });

  it('signs up, registers, calls the service, is refused a replay and removes the access', async () => {
    browser.expect(/\/oauth2\/token: 400$/);
    const began = Date.now();
    const page = await browser.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
    const ada = new Newcomer(page);
    await page.goto(server.url);

    await ada.click('link', { name: 'Create an account' });
    await ada.type('Name', 'Ada');
    await ada.type('Email', `${unique()}@example.com`);
    await ada.type('Password', `password-${unique()}`);
    await ada.click('button', { name: 'Create account' });
    await arrived(page, 'Apps with access');

    await ada.click('link', { name: 'Applications' });
    await ada.click('link', { name: 'New application' });
    await ada.type('Name', 'Photo Printer');
    await ada.type('Redirect URI', 'https://app.example.com/callback');
    await ada.click('button', { name: 'Register' });
    await arrived(page, 'Photo Printer');
    await ada.click('button', { name: 'Copy the secret' });
    await page.getByText('Copied').first().waitFor();
    await ada.click('button', { name: 'Get a test token' });
    await page.getByText('Your test token', { exact: true }).waitFor();
    const shownToken = page.getByRole('region', { name: 'In a hurry?' }).locator('.copyable code');
    const testToken = `Bearer ${await shownToken.textContent()}`;
    expect((await read(testToken)).status).toBe(200);

    await ada.click('link', { name: 'Try it' });
    await ada.click('button', { name: 'Start' });
    await ada.click('button', { name: 'Send it' });
    await ada.click('button', { name: 'Allow' });
    await arrived(page, '3. Get tokens');
    await ada.click('button', { name: 'Send it' });
    await arrived(page, '4. Call the service');
    const shown = (await page.locator('pre.code').first().textContent())!;
    const token = /^Authorization: (Bearer \S+)$/m.exec(shown)![1]!;
    expect((await read(token)).status).toBe(200);

    await ada.click('button', { name: 'Continue' });
    await ada.click('button', { name: 'Send it' });
    await arrived(page, '6. Use the old one again');
    await ada.click('button', { name: 'Send the code again' });
    await page.locator('.exchange summary .status.bad').waitFor();
    await ada.click('button', { name: 'Send the old one' });
    await page.getByText('That is the whole flow').waitFor();
    const statuses = await page.locator('.exchange summary .status').allTextContents();
    expect(statuses).toEqual(['400', '400', '200', '200', '200', '200']);

    await ada.click('link', { name: 'Apps with access' });
    await ada.click('link', { name: 'Remove access for Photo Printer' });
    await ada.clickOn(page.getByRole('dialog').getByRole('button', { name: 'Remove access' }));
    await page.getByText('can no longer access your account').waitFor();
    await becomesSo(async () => (await read(testToken)).status === 401, 2_000);

    const seconds = (Date.now() - began) / 1000;
    console.info(`a newcomer: ${ada.actions} actions, ${seconds.toFixed(1)} s`);
    expect(ada.actions).toBeLessThanOrEqual(MOST_ACTIONS);
    expect(seconds).toBeLessThan(LONGEST);
  });
});
