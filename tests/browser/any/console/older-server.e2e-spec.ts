import type { Page } from 'playwright-core';
import { OlderServer } from '../../support/older-server';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';
import { TestServer } from '@consentry/test-support/server/server';
import { type Account, type Application, register, signUp } from '@consentry/test-support/world/world';

const SECRETS = /^\/api\/applications\/[^/]+\/secret-hints$/;
const VERSION = /^\/api\/version$/;

describeInChromium('the console, before a server of another version', () => {
  const older = new OlderServer();
  const server = new TestServer();
  const browser = givenBrowser(older);
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    await older.start();
    await server.start({ env: { AUTH_URL: older.url } });
    older.port = server.port;
    account = await signUp(server);
    application = await register(server, account, { name: 'Notes' });
  });
  afterEach(() => {
    older.missing = [];
    older.instead = {};
  });
  afterAll(async () => {
    await older.stop();
    await server.stop();
  });

  async function open(path: string): Promise<Page> {
    const page = await browser.visitor();
    await enter(page, older, account);
    await page.goto(older.url + path);
    return page;
  }

  it('serves one that is one addition behind, and says in its place what that lacks', async () => {
    browser.expect(/: 404$/);
    older.missing = [SECRETS, VERSION];
    const page = await open(`/console/applications/${application.client_id}`);
    await arrived(page, 'Notes');
    await page.getByText('This server does not have this yet').waitFor();
    await page.getByText('1 of 5.').waitFor();
    expect(await page.getByText('This server is older than the console').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByText('2 of 5.').waitFor();
    await page.getByRole('button', { name: 'Get a test token' }).click();
    await page.getByText('Your test token', { exact: true }).waitFor();
  });

  it('says nothing where it has all', async () => {
    const page = await open(`/console/applications/${application.client_id}`);
    await page.getByText(`…${application.client_secret.slice(-4)}`).waitFor();
    expect(await page.locator('#console .callout').count()).toBe(0);
  });

  it('says of a list that is missing that the server is older, and goes on', async () => {
    browser.expect(/: 404$/);
    older.missing = [/^\/api\/applications$/];
    const page = await open('/console');
    await page.getByText('This server does not have this yet').waitFor();
    await expectAccessible(page);
    older.missing = [];
    await page.getByRole('link', { name: 'Try it' }).first().click();
    await page.getByRole('button', { name: 'Start' }).waitFor();
  });

  it.each([
    ['0.0.1', 'This server is older than the console'],
    ['1.0.0', 'This page is older than the server'],
  ])('says so where the server has %s: it cannot serve it', async (version, words) => {
    older.instead = { '/api/version': { version } };
    const page = await open('/console');
    await page.getByText(words).waitFor();
    await page.getByText(version, { exact: false }).first().waitFor();
    await expectAccessible(page);
  });
});
