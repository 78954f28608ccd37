import { givenAccount, givenMailingServer } from '@consentry/test-support/server/given';
import { tokenIn } from '@consentry/test-support/world/mailbox';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { allow, arrived, enter } from '@consentry/test-support/browser/steps';
import { WebSite } from '../../support/web-site';
import { type Application, authorizeUrl, register } from '@consentry/test-support/world/world';

// That no log, store or cookie keeps a secret is held by `Findings` and `after-all.ts` in every test with a browser.
describeInChromium('what another site learns', () => {
  const { server, mailbox } = givenMailingServer();
  let site: WebSite;
  let application: Application;
  beforeAll(async () => {
    site = await WebSite.listen();
  });
  afterAll(async () => {
    site.stop();
  });
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  beforeAll(async () => {
    application = await register(server, account, { redirect_uris: [site.put('/callback', '<h1>Back</h1>')] });
  });

  async function signedIn() {
    const page = await browser.visitor();
    await enter(page, server, account);
    site.visits.length = 0;
    return page;
  }

  it('from an answer is the answer, without a Referer', async () => {
    const page = await signedIn();
    await page.goto(authorizeUrl(server, application));
    await allow(page);
    await arrived(page, 'Back');
    expect(site.visits.filter(({ url }) => url.startsWith('/callback'))).toEqual([
      { url: expect.stringMatching(/^\/callback\?code=/) as string, referer: undefined },
    ]);
  });

  it('from a refusal is the error, without a Referer', async () => {
    const page = await signedIn();
    const wrong = { code_challenge: 'x', code_challenge_method: 'S256' };
    await page.goto(authorizeUrl(server, application, wrong).replace('/oauth2/authorize', '/consent'));
    await page.getByRole('link', { name: /back to/i }).click();
    await arrived(page, 'Back');
    expect(site.visits.filter(({ url }) => url.startsWith('/callback'))).toEqual([
      { url: expect.stringMatching(/^\/callback\?error=invalid_request/) as string, referer: undefined },
    ]);
  });

  it('a mailed link leaves no token behind: in no address, page, history or cookie that scripts read', async () => {
    const token = tokenIn(await mailbox.next(account.email));
    const page = await signedIn();
    await page.goto(`${server.url}/verify?token=${token}`);
    expect(page.url()).toBe(`${server.url}/verify`);
    expect(await page.content()).not.toContain(token);
    expect(
      await page.evaluate('document.cookie + document.referrer + performance.getEntries().map(({ name }) => name)'),
    ).not.toContain(token);
    await page.goto(`${server.url}/account`);
    await page.goBack();
    expect(page.url()).toBe(`${server.url}/verify`);
    expect(server.output).not.toContain(token);
  });
});
