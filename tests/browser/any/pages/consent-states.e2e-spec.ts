import { sessionCookie } from '@consentry/test-support/world/cookies';
import type { Page } from 'playwright-core';
import { PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { consentUrl } from '@consentry/test-support/world/consent-form';
import { givenAccount, givenApplication, givenServer, givenSite } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { type Application, obtainCode, register, signUp } from '@consentry/test-support/world/world';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInChromium('every state of the consent page is accessible', () => {
  const server = givenServer();
  const browser = givenBrowser(server);
  const site = givenSite();
  const developer = givenAccount(server);
  const application = givenApplication(server, developer, { name: 'Photo Printer' });

  async function ask(override: Record<string, string> = {}, to: Application = application, locale = 'en-GB') {
    const account = await signUp(server, { name: 'Demo Person' });
    const page = await browser.visitor({ locale });
    const { sessionToken: value } = account;
    await page.context().addCookies([{ name: sessionCookie(server), value, url: server.url, httpOnly: true }]);
    await page.clock.install();
    await page.goto(consentUrl(server, to, override));
    return { page, account };
  }

  it.each(['en-GB', 'de-DE'])('new, nothing chosen, and refused: %s', async (locale) => {
    const { page } = await ask({}, application, locale);
    await expectAccessible(page);
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.locator('.decide .primary').click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.goto(consentUrl(server, application, { scope: 'unheard:of' }));
    await expectAccessible(page);
  });

  it.each(['en-GB', 'de-DE'])('of an application that nobody checked, on this computer: %s', async (locale) => {
    const redirect_uri = 'http://127.0.0.1:49152/callback';
    const url = site.serve(`/client-${locale}`, { client_name: 'Terminal Helper', redirect_uris: [redirect_uri] });
    const { page } = await ask({ ...PKCE, redirect_uri }, applicationOf(url), locale);
    await page.locator('.callout.warn').waitFor();
    await expectAccessible(page);
  });

  it('with what is allowed already', async () => {
    const { page, account } = await ask();
    await obtainCode(server, account, application, { scope: 'notes:read' });
    await page.reload();
    await page.getByText('You already allow it to').waitFor();
    await expectAccessible(page);
  });

  it('a minute before its end, and at it: the keyboard is enough', async () => {
    const { page } = await ask();
    await page.clock.fastForward(241_000);
    const soon = page.getByRole('alertdialog', { name: 'Still there?' });
    await soon.waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.activeElement.dataset.timer')).toBe('more');
    await page.keyboard.press('Enter');
    await soon.waitFor({ state: 'hidden' });
    await page.clock.fastForward(301_000);
    await page.getByText('The request expired and was started again').waitFor();
    await page.clock.fastForward(301_000);
    await page.getByRole('alertdialog', { name: 'This request has expired' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show it again' }).click();
    await button(page, 'Allow').waitFor();
  });

  it('answered too late, and on the way to an app', async () => {
    const { page } = await ask();
    await server.advance({ minutes: 6 });
    await button(page, 'Allow').click();
    await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
    await expectAccessible(page);
    const fields = { client_type: 'public', name: 'Tool', redirect_uris: ['com.example.app:/callback'] };
    const tool = await register(server, developer, fields);
    const native = (await ask(PKCE, tool)).page;
    await button(native, 'Allow').click();
    await native.getByRole('link', { name: 'Open the app' }).waitFor();
    await expectAccessible(native);
  });
});
