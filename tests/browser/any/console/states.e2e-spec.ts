import type { Page } from 'playwright-core';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';
import { type Account, obtainTokens, refresh, register, signUp } from '@consentry/test-support/world/world';

const LIST = '**/api/applications';
const HTML = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`;

describeInChromium('the console', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  async function visit(visitor: Account = account): Promise<Page> {
    const page = await browser.visitor();
    await enter(page, server, visitor);
    return page;
  }

  it('shows that a list is on its way', async () => {
    const page = await visit();
    let goOn: () => Promise<void>;
    await page.route(LIST, (route) => void (goOn = () => route.continue()));
    await page.goto(`${server.url}/console`);
    await page.locator('main [aria-busy=true]').waitFor();
    await expectAccessible(page);
    await goOn!();
    await page.getByText('No application yet').waitFor();
  });

  it('names the request that failed at the server, and asks for it again', async () => {
    browser.expect(/\/api\/applications: 503$/);
    const page = await visit();
    const asked: string[] = [];
    await page.route(LIST, async (route) => {
      const answer = await route.fetch();
      asked.push(answer.headers()['x-request-id'] ?? 'none');
      await route.fulfill({ response: answer, status: 503, body: '<h1>Service Unavailable</h1>' });
    });
    await page.goto(`${server.url}/console`);
    const named = page.getByRole('alert').locator('code');
    await named.waitFor();
    expect(asked).toEqual([await named.textContent()]);
    await expectAccessible(page);
    await page.unroute(LIST);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No application yet').waitFor();
  });

  it('says in one tab that another has deleted what it shows', async () => {
    browser.expect(/\/api\/applications\/[\w-]+: 404$/);
    const owner = await signUp(server);
    const { client_id: id } = await register(server, owner, { name: 'In two tabs' });
    const [one, other] = [await visit(owner), await visit(owner)];
    for (const tab of [one, other]) {
      await tab.goto(`${server.url}/console/applications/${id}/settings`);
      await tab.getByLabel('Description').waitFor();
    }
    await one.getByRole('button', { name: 'Delete…' }).click();
    await one.getByLabel('Type In two tabs to continue').fill('In two tabs');
    await one.getByRole('button', { name: 'Delete permanently' }).click();
    await one.getByText('No application yet').waitFor();

    await other.getByLabel('Description').fill('Typed meanwhile');
    await other.getByRole('form', { name: 'Settings' }).getByRole('button', { name: 'Save' }).click();
    await other.getByText('Nothing here').waitFor();
    expect(await other.getByLabel('Description').inputValue()).toBe('Typed meanwhile');
  });

  it('shows each developer their own applications, whatever stands in the names', async () => {
    const [one, other] = [await signUp(server), await signUp(server)];
    await register(server, one, { name: HTML, description: HTML });
    await register(server, other, { name: 'Of the other' });
    const page = await visit(one);
    page.on('dialog', () => browser.fail('a script ran'));
    await page.goto(`${server.url}/console`);
    await page.getByText(HTML, { exact: true }).click();
    await arrived(page, HTML);
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe(HTML);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.content()).not.toContain('Of the other');
  });

  it('replaces a secret while a client goes on', async () => {
    const owner = await signUp(server);
    const application = await register(server, owner, { name: 'Goes on' });
    let token = (await obtainTokens(server, owner, application)).refresh_token;
    let secret = application.client_secret;
    const goOn = async () => {
      const { client_id } = application;
      const { status, body } = await refresh(server, token, { client_id, client_secret: secret });
      expect(status).toBe(200);
      token = body.refresh_token;
    };
    const page = await visit(owner);
    await page.goto(`${server.url}/console/applications/${application.client_id}`);
    await goOn();
    await page.getByRole('button', { name: /^Replace Secret of/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    const fresh = page.locator('.copyable.big code');
    await fresh.waitFor();
    // The use of a secret is noted once a minute.
    await server.advance({ minutes: 1 });
    await goOn();
    secret = (await fresh.textContent())!;
    await goOn();
    await page.reload();
    await page.getByText('Still in use').waitFor();
    await page
      .getByRole('button', { name: /^Delete Secret of/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 of 5.').waitFor();
    await goOn();
    const { client_id, client_secret } = application;
    expect((await refresh(server, token, { client_id, client_secret })).status).toBe(401);
  });
});
