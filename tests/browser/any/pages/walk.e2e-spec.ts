import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { givenApp } from '../../support/given-app';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { allow, arrived, signUpOn } from '@consentry/test-support/browser/steps';
import { unique } from '@consentry/test-support/world/world';

describeInChromium('a walk through the pages', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const given = givenApp(server, developer);
  const browser = givenBrowser(server);

  it('from no account to a call of the guarded service', async () => {
    const page = await browser.visitor();
    await page.goto(given.app.url);
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByText('Photo Printer').first().waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await signUpOn(page, { name: 'Ada', email: `${unique()}@example.com`, password: `password-${unique()}` });
    await arrived(page, 'Photo Printer wants access to your Notes');
    await allow(page);
    await arrived(page, 'Connected');
    expect(await page.locator('#scope').innerText()).toBe('openid notes:read notes:write');
    await page.getByRole('link').click();
    await page.getByText('Answer 200').waitFor();
  });
});
