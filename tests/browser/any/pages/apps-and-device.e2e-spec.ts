import { beginDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { signInOn } from '@consentry/test-support/browser/steps';
import { obtainCode, obtainTokens } from '@consentry/test-support/world/world';

describeInChromium('the pages of apps and devices', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account, { name: 'Photo Printer' });
  const browser = givenBrowser(server);

  async function open(path: string, javaScriptEnabled = true) {
    const page = await browser.visitor({ javaScriptEnabled });
    await page.goto(`${server.url}/sign-in?return_to=${encodeURIComponent(path)}`);
    await signInOn(page, account);
    await page.waitForURL(`${server.url}${path}`);
    return page;
  }

  it('apps are accessible, and removed after a dialog', async () => {
    await obtainTokens(server, account, application);
    await obtainCode(server, account, application);
    const page = await open('/account/apps');
    await page.locator('summary:visible').last().click();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Remove access for Photo Printer' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('link', { name: 'Remove access for Photo Printer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
    await page.getByText('1 connection and 1 unused code ended.').waitFor();
    await expectAccessible(page);
  });

  it('apps are removed without scripts', async () => {
    await obtainTokens(server, account, application);
    const page = await open('/account/apps', false);
    await page.getByRole('link', { name: 'Remove access for Photo Printer' }).click();
    await page.getByRole('button', { name: 'Remove access' }).click();
    await page.getByText('can no longer access your account').waitFor();
  });

  it('a device is connected, on accessible pages', async () => {
    const television = await registerTelevision(server, account);
    const { user_code, verification_uri_complete } = await beginDevice(server, television);
    const page = await open('/device');
    await expectAccessible(page);
    await page.getByLabel('Code').fill('BBBB-BBBB');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.goto(verification_uri_complete);
    expect(page.url()).toBe(`${server.url}/device`);
    await page.getByText(user_code).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Yes, it does' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('The device is connected').first().waitFor();
    await expectAccessible(page);
  });
});
