import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';

describeInChromium('the flow is tried in the console', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  it('from the question to a refused replay, with a mistake on the way', async () => {
    browser.expect(/\/oauth2\/token: 400$/);
    const page = await browser.visitor();
    await enter(page, server, account);
    await page.goto(`${server.url}/console/try`);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const arrive = (step: string) => page.getByRole('heading', { name: step, exact: true }).waitFor();
    await press('Start');
    await arrive('1. Ask for access');
    await press('Send it');
    await arrive('2. Decide');
    await press('Allow');
    await arrive('3. Get tokens');
    await press('With a wrong verifier');
    await page.locator('.status.bad').waitFor();
    await press('Node.js');
    await press('Send it');
    await arrive('4. Call the service');
    await page.getByText('Signature is valid').waitFor();
    await expectAccessible(page);
    await press('Continue');
    await press('Send it');
    await arrive('6. Use the old one again');
    await press('Send the old one');
    await page.getByText('That is the whole flow').waitFor();
    expect(await page.locator('.exchange summary .status').allTextContents()).toEqual([
      ...['400', '200', '200', '400', '200', '200'],
    ]);
    await page.getByRole('link', { name: 'Applications' }).first().click();
    await page.getByRole('link', { name: 'Sandbox' }).waitFor();
  });
});
