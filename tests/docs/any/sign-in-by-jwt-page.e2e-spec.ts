import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { authorizeUrl, exchange } from '@consentry/test-support/world/world';
import { YourUsers } from '../support/sign-in-by-jwt';

describeInChromium('the consent page of docs/how-to/sign-in-by-jwt.md', () => {
  const server = { url: '' };
  const browser = givenBrowser(server);
  let users: YourUsers;
  beforeAll(async () => {
    users = await YourUsers.start();
    server.url = users.server.url;
  });
  afterAll(() => users.stop());

  it('leads to the sign-in of Auth.js, asks, and goes back with a code', async () => {
    browser.expect(/consentry-token: 401$/, /favicon/);
    const page = await browser.visitor();
    await page.goto(authorizeUrl(users.server, users.application));
    await page.getByLabel('Name').fill('grace');
    await page.getByLabel('Password').fill('right');
    await page.getByRole('button', { name: /sign in/i }).click();
    await page.getByRole('heading', { name: 'Photo Printer wants access to your Notes' }).waitFor();
    await page.getByText('You are grace@team.example').waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('Arrived').waitFor();
    const code = new URL(page.url()).searchParams.get('code')!;
    expect((await exchange(users.server, users.application, code)).body.scope).toBe('notes:read notes:write');
  });
});
