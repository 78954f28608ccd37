import type { Page } from 'playwright-core';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';
import { call, obtainTokens, register, signUp } from '@consentry/test-support/world/world';

describeInChromium('the console', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  async function open(path: string, visitor = account): Promise<Page> {
    const page = await browser.visitor();
    await enter(page, server, visitor);
    await page.goto(server.url + path);
    return page;
  }

  const registerOn = async (page: Page, name: string) => {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Redirect URI').fill('https://app.example.com/callback');
    await page.getByRole('button', { name: 'Register' }).click();
  };

  it('an application is registered, changed and deleted by clicks, and its secret seen once', async () => {
    const page = await open('/console');
    await page.getByText('No application yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'New application' }).click();
    await arrived(page, 'New application');
    await page.getByLabel('Redirect URI').fill('http://app.example.com/callback#');
    await page.getByText('Remove the #').waitFor();
    await expectAccessible(page);
    await registerOn(page, 'Photo Printer');

    await arrived(page, 'Photo Printer');
    await page.getByText('Copy the new secret now').waitFor();
    const secret = (await page.locator('.copyable.big code').textContent())!;
    await expectAccessible(page);
    await page.getByLabel('Add one').fill('https://app.example.com/callback/');
    await page.getByText('only in the final slash').waitFor();
    await page.getByLabel('Add one').fill('http://localhost:8080/callback');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('http://localhost:8080/callback', { exact: true }).waitFor();

    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.accept();
    });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Description').waitFor();
    expect(questions).toEqual([expect.stringContaining('You have not copied the new secret')]);
    await page.getByRole('link', { name: 'Credentials' }).click();
    await page.getByText('1 of 5.').waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('It is switched off').waitFor();
    // Elsewhere the bar at the top covers a part of what lies below it.
    await page.evaluate('scrollTo(0, 0)');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete…' }).click();
    const forGood = page.getByRole('button', { name: 'Delete permanently' });
    expect(await forGood.isDisabled()).toBe(true);
    await page.getByLabel('Type Photo Printer to continue').fill('Photo Printer');
    await expectAccessible(page);
    await forGood.click();
    await page.getByText('No application yet').waitFor();
  });

  it('a secret is replaced while the old one works, and a test token is one click', async () => {
    const { client_id: id, client_secret: secret } = await register(server, account, {
      name: 'Notes',
      redirect_uris: ['https://app.example.com/cb'],
    });
    const page = await open(`/console/applications/${id}`);
    await page.getByRole('button', { name: 'Get a test token' }).click();
    await page.getByText('Your test token', { exact: true }).waitFor();
    const preview = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Preview' }).click();
    await arrived(await preview, 'Notes wants access to your Notes');
    expect(await (await preview).getByRole('button', { name: 'Allow', exact: true }).isDisabled()).toBe(true);
    await expectAccessible(await preview);
    await (await preview).close();
    const consent = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'See its consent page' }).click();
    await arrived(await consent, 'Notes wants access to your Notes');
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Frankfurt');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
    await page.getByText('2 of 5.').waitFor();
    const fresh = (await page
      .getByRole('region', { name: 'Client secrets' })
      .locator('.copyable.big code')
      .textContent())!;
    const rows = page.getByRole('region', { name: 'Client secrets' }).locator('tbody').getByRole('row');
    await rows.first().getByText(secret.slice(-4)).waitFor();
    await rows.last().getByText(fresh.slice(-4)).waitFor();
    await rows.last().getByText('Frankfurt').waitFor();
    await page.getByRole('button', { name: /^Replace Frankfurt/ }).click();
    await page.getByText('The old one works for 24 more hours, then it is refused.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('3 of 5.').waitFor();
    await rows.nth(1).getByText('Ends in 24 hours').waitFor();
    expect(await rows.nth(1).getByRole('button').allTextContents()).toEqual(['Delete']);
    await page.evaluate('scrollTo(0, 0)');
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Delete Frankfurt/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 of 5.').waitFor();
    await page
      .getByRole('button', { name: /^Delete Secret of/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 of 5.').waitFor();
  });

  it('a quick start has the values of the application, and the secret while it is on the screen', async () => {
    const page = await open('/console/new');
    await registerOn(page, 'Quick');
    await arrived(page, 'Quick');
    const start = page.getByRole('region', { name: 'Quick start' });
    await start.getByText('openid-client').first().waitFor();
    const secret = (await page.locator('.copyable.big code').textContent())!;
    const id = page.url().split('/').at(-1)!;
    const blocks = () => start.locator('pre').allTextContents();
    expect((await blocks())[0]).toBe(`export CLIENT_SECRET='${secret}'`);
    for (const tool of ['Node.js', 'NestJS', 'curl']) {
      await start.getByRole('button', { name: tool }).click();
      const shown = (await blocks()).join('\n');
      for (const value of [id, server.url, 'https://app.example.com/callback', 'notes:read'])
        expect(shown).toContain(value);
    }
    await page.evaluate('scrollTo(0, 0)');
    await expectAccessible(page);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await start.getByText('The secret that you stored').waitFor();
    expect((await blocks())[0]).toBe("export CLIENT_SECRET='…'");
    expect(await page.content()).not.toContain(secret);
  });

  it('the list says who has access and when, and marks only what is off; in German too', async () => {
    const own = await signUp(server);
    const [off, used] = [await register(server, own, { name: 'Off' }), await register(server, own, { name: 'Used' })];
    await call('PATCH', `${server.url}/api/applications/${off.client_id}`, {
      headers: own.session,
      body: { enabled: false },
    });
    await obtainTokens(server, account, used);
    const page = await open('/console', own);
    const rows = page.getByRole('table').locator('tbody').getByRole('row');
    await rows.first().waitFor();
    const cells = async (at: number) => (await rows.nth(at).getByRole('cell').allTextContents()).map((it) => it.trim());
    expect(await cells(0)).toEqual([expect.stringMatching(/Used$/), 'Server app with a secret', '1', 'Not yet']);
    expect(await cells(1)).toEqual([
      expect.stringMatching(/Off Switched off$/),
      ...['Server app with a secret', '0', 'Not yet'],
    ]);
    expect(await rows.first().evaluate((row) => (row as HTMLElement).offsetHeight)).toBeLessThan(70);
    await expectAccessible(page);
    const german = await browser.visitor({ locale: 'de' });
    await enter(german, server, own);
    await german.goto(`${server.url}/console`);
    await german.getByText('Nutzer mit Zugriff').first().waitFor();
    await expectAccessible(german);
    await german.goto(`${server.url}/console/applications/${used.client_id}`);
    await german.getByRole('heading', { name: 'Schnellstart' }).waitFor();
    await german.getByRole('button', { name: /ersetzen$/ }).click();
    await german.getByText('Dieses Secret ersetzen?').waitFor();
    await expectAccessible(german);
  });

  it('a session that ended is renewed in a dialog, and what was typed goes on', async () => {
    browser.expect(/\/api\/(applications|session): 401$/);
    const own = await signUp(server);
    const page = await open('/console/new', own);
    await page.context().clearCookies();
    await registerOn(page, 'Typed before');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('not this one');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('Wrong email or password.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Password').fill(own.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await arrived(page, 'Typed before');
  });

  it('says when the server cannot be reached, and goes on by itself', async () => {
    browser.expect(/ERR_INTERNET_DISCONNECTED/);
    const page = await open('/console/new');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Clients that need no registration' }).waitFor();
  });

  it('tells of an application of another developer as of none', async () => {
    browser.expect(/: 404$/);
    const stranger = await signUp(server);
    const { client_id: id } = await register(server, stranger, {
      name: 'Theirs',
      redirect_uris: ['https://app.example.com/cb'],
    });
    const page = await open(`/console/applications/${id}`);
    await page.getByText('Nothing here').waitFor();
    await expectAccessible(page);
  });

  it('says that it needs scripts', async () => {
    const page = await browser.visitor({ javaScriptEnabled: false });
    await enter(page, server, account);
    await page.goto(`${server.url}/console`);
    await page.locator('noscript .callout').waitFor();
  });
});
