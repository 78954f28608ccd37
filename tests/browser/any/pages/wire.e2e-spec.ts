import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { consentUrl } from '@consentry/test-support/world/consent-form';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { obtainTokens, register } from '@consentry/test-support/world/world';

const KB = 1_000;
const APPLICATIONS = 12;

describeInChromium('what a browser without a cache loads', () => {
  const server = givenServer();
  const account = givenAccount(server, { name: 'Mira Lindqvist' });
  const application = givenApplication(server, account, { name: 'Photo Printer' });
  const browser = givenBrowser(server);

  beforeAll(async () => {
    await obtainTokens(server, account, application);
    for (let count = 1; count < APPLICATIONS; count += 1) await register(server, account, { name: `Printer ${count}` });
  });

  /** @returns bytes on the wire with headers, until nothing more is loaded. */
  async function bytesOf(page: Page, url: string): Promise<number> {
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(url, { waitUntil: 'networkidle' });
    await network.detach();
    return bytes;
  }

  it.each([
    ['sign-in', () => `${server.url}/sign-in`, 20],
    ['consent', () => consentUrl(server, application), 20],
    ['apps', () => `${server.url}/account/apps`, 40],
    ['the API reference', () => `${server.url}/docs`, 50],
    ['the console with twelve applications', () => `${server.url}/console`, 70],
  ] as const)('%s', async (name, url, most) => {
    const page = await browser.visitor();
    if (name !== 'sign-in' && name !== 'the API reference') await enter(page, server, account);
    const bytes = await bytesOf(page, url());
    expect(bytes).toBeGreaterThan(2 * KB);
    expect(bytes).toBeLessThanOrEqual(most * KB);
  });

  it('of people is nothing of the console', async () => {
    const page = await browser.visitor();
    await enter(page, server, account);
    const styled = async (path: string) => {
      await page.goto(server.url + path);
      const links = await page.locator('link[rel=stylesheet]').all();
      const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
      const sheets = await Promise.all(hrefs.map(async (href) => (await fetch(server.url + href)).text()));
      return ['.console', '.runner', '.stats', '.tabs'].filter((selector) => sheets.join('').includes(selector));
    };
    expect(await styled('/account/apps')).toEqual([]);
    expect(await styled('/account')).toEqual([]);
    expect(await styled('/console')).toHaveLength(4);
  });

  it('keeps to the encodings that a client takes, and says so to caches', async () => {
    const html = await (await fetch(`${server.url}/sign-in`)).text();
    const [, path = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(html) ?? [];
    const answers = await Promise.all(
      ['identity', 'gzip', 'br, gzip'].map((encoding) =>
        fetch(server.url + path, { headers: { 'accept-encoding': encoding } }),
      ),
    );
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'br']);
    expect(new Set(answers.map(({ headers }) => headers.get('vary')))).toEqual(new Set(['Accept-Encoding, Origin']));
    const digests = await Promise.all(
      answers.map(async (answer) =>
        createHash('sha256')
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest('hex'),
      ),
    );
    expect(new Set(digests).size).toBe(1);
    // Pages hold what only their reader may know, beside what a link chose (BREACH).
    const page = await fetch(`${server.url}/sign-in`, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(page.headers.get('content-encoding')).toBeNull();
  });
});
