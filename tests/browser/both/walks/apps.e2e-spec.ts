import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { givenApp } from '../../support/given-app';
import { describeWithAndWithoutScripts } from '@consentry/test-support/browser/programs';
import { allow, arrived, enter, openConsent } from '@consentry/test-support/browser/steps';
import { signUp } from '@consentry/test-support/world/world';

/** Milliseconds. */
const WITHIN = 1000;

describeWithAndWithoutScripts('apps with access in a browser', (javaScriptEnabled) => {
  const server = givenServer();
  const developer = givenAccount(server);
  const given = givenApp(server, developer);
  const browser = givenBrowser(server);

  /** Somebody who has just allowed the application. */
  async function connected() {
    const page = await browser.visitor({ javaScriptEnabled });
    await enter(page, server, await signUp(server));
    await openConsent(page, `${given.app.url}/login`);
    await allow(page);
    await arrived(page, 'Connected');
    expect(await given.app.callService()).toBe(200);
    await page.goto(`${server.url}/account/apps`);
    return page;
  }

  /** Settles when the service refuses the application's token. */
  async function refused(): Promise<void> {
    await becomesSo(async () => (await given.app.callService()) === 401, WITHIN);
  }

  it('removes the access, and the service refuses within a second', async () => {
    const page = await connected();
    await page.getByRole('heading', { name: 'Photo Printer' }).waitFor();
    await page.locator('a.btn.danger').click();
    await page.locator(javaScriptEnabled ? 'dialog[open] .btn.danger' : 'main .btn.danger').click();
    await page.getByText('Photo Printer can no longer access your account').waitFor();
    await refused();
    await expect(given.app.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('takes a permission back: the next token lacks it', async () => {
    const page = await connected();
    const summary = page.locator('summary', { hasText: 'Remove some permissions' });
    await summary.click();
    for (const box of await page.locator('[name=scope]').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Keep only what is ticked' }).click();
    await page.getByText('Keep at least one, or remove the access.').waitFor();
    expect(await given.app.callService()).toBe(200);
    for (const scope of ['openid', 'notes:read']) await page.locator(`[name=scope][value="${scope}"]`).check();
    await page.getByRole('button', { name: 'Keep only what is ticked' }).click();
    await page.getByText('Photo Printer can now do only what is listed below').waitFor();
    await refused();
    expect((await given.app.refresh()).scope).toBe('openid notes:read');
    expect(await given.app.callService()).toBe(200);
  });

  it('ends one connection, and leaves the other', async () => {
    const page = await connected();
    const older = given.app.tokens;
    await page.goto(`${given.app.url}/login`);
    await arrived(page, 'Connected');
    const newer = given.app.tokens;
    await page.goto(`${server.url}/account/apps`);
    const ends = page.getByRole('button', { name: /^End: / });
    expect(await ends.count()).toBe(2);
    await ends.last().click();
    await page.getByText('The connection of Photo Printer has ended').waitFor();
    expect(await ends.count()).toBe(1);
    given.app.tokens = older;
    await refused();
    await expect(given.app.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
    given.app.tokens = newer;
    expect(await given.app.callService()).toBe(200);
  });
});
