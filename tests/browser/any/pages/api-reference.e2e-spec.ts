import { execFileSync } from 'node:child_process';
import { givenServer } from '@consentry/test-support/server/given';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';

describeInChromium('the API reference', () => {
  const server = givenServer();
  const browser = givenBrowser(server);

  it('lets a newcomer sign up, sign in and register by the commands that it shows', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/docs`);
    const run = async (id: string, env: Record<string, string> = {}) => {
      const call = page.locator(`#${id}`);
      await call.getByText('As a command').click();
      const command = await call.locator('details pre').innerText();
      const answer = execFileSync('bash', ['-c', command], { env: { PATH: process.env['PATH'], ...env } });
      return JSON.parse(answer.toString()) as Record<string, string>;
    };
    expect(await run('SignUpController_signUp')).toMatchObject({ email: 'ada@example.com' });
    const { session_token: SESSION_TOKEN = '' } = await run('SessionController_signIn');
    const { client_id: CLIENT_ID = '', client_secret } = await run('ApplicationsController_register', {
      SESSION_TOKEN,
    });
    expect(client_secret).toMatch(/^csy_/);
    const { access_token } = await run('TestTokenController_issue', { SESSION_TOKEN, CLIENT_ID });
    expect(access_token).toMatch(/^eyJ/);
  });

  it('begins with a link to each call that it names, and a link to a call leads there', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/docs`);
    const targets = await page
      .locator('.begin a[href^="#"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(targets).toHaveLength(4);
    for (const target of targets) expect(await page.locator(target).count()).toBe(1);
    await page.goto(`${server.url}/docs${targets[2]}`);
    await page.getByRole('heading', { name: 'POST /api/applications', exact: true }).waitFor();
    const top = await page.locator(targets[2]!).evaluate((one) => Math.round(one.getBoundingClientRect().top));
    expect(Math.abs(top)).toBeLessThan(80);
  });

  it('is accessible, with a command open', async () => {
    const page = await browser.visitor({ locale: 'de-DE' });
    await page.goto(`${server.url}/docs`);
    await page.getByText('Als Befehl').first().click();
    // All calls are drawn alike, and eighty would take minutes to examine.
    await page.evaluate("document.querySelectorAll('.operation:nth-of-type(n + 3)').forEach((one) => one.remove())");
    await expectAccessible(page);
  });

  it('fits a phone', async () => {
    const page = await browser.visitor({ viewport: { width: 320, height: 700 } });
    await page.goto(`${server.url}/docs`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  it('is the same for everyone, whatever a link adds', async () => {
    const read = async (query: string, cookie: string) =>
      (await fetch(`${server.url}/docs${query}`, { headers: { cookie } })).text();
    expect(await read('?q=%3Cb%3E', 'consentry_session=x')).toBe(await read('', ''));
  });
});
