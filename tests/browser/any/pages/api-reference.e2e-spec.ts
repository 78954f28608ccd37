import { givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';

describeInChromium('the API reference', () => {
  const server = givenServer();
  const browser = givenBrowser(server);
  const idOf = (tag: string, operation: string) => `#operations-${tag}-${operation}`;

  it('lets a newcomer sign up, sign in and register by its own bodies', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/docs`);
    await page.getByText('Begin here, from top to bottom').waitFor();
    const tags = await page
      .locator('.opblock-tag[data-tag]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-tag')));
    expect(tags.slice(0, 4)).toEqual(['accounts', 'session', 'applications', 'oauth2']);
    for (const [tag, operation] of [
      ['accounts', 'SignUpController_signUp'],
      ['session', 'SessionController_signIn'],
      ['applications', 'ApplicationsController_register'],
    ] as const) {
      const block = page.locator(idOf(tag, operation));
      await block.locator('.opblock-summary-control').click();
      await block.getByRole('button', { name: 'Try it out' }).click();
      await block.getByRole('button', { name: 'Execute' }).click();
      const status = block.locator('.live-responses-table .response-col_status').last();
      await status.waitFor();
      expect([operation, (await status.textContent())!.trim().slice(0, 3)]).toEqual([operation, '201']);
    }
  });

  it('opens the call that a link names', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/docs#/applications/ApplicationsController_register`);
    const opened = page.locator(idOf('applications', 'ApplicationsController_register'));
    await opened.getByRole('button', { name: 'Try it out' }).waitFor();
    expect(await page.getByRole('button', { name: 'Try it out' }).count()).toBe(1);
  });
});
