import type { Page } from 'playwright-core';
import { givenServer } from '../server/given';
import { PageBrowser } from './chromium';
import { describeInChromium } from './programs';

const throws = (page: Page) => page.waitForEvent('pageerror');
const complains = (page: Page) =>
  page.waitForEvent('console', (message) => /a complaint|violates/.test(message.text()));
const loads = (page: Page) => page.waitForEvent('response');
const isSilent = () => undefined;

describeInChromium('what pages may not do', () => {
  const server = givenServer();
  const browser = new PageBrowser(server);
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());

  const cases: [string, (page: Page) => Promise<unknown> | undefined, string, RegExp][] = [
    ['throws', throws, `setTimeout(() => { throw new Error('a fault') })`, /^error of a script: a fault/],
    ['complains', complains, `console.error('a complaint')`, /^console: a complaint/],
    ['writes HTML', complains, `try { document.body.innerHTML = '<b>a</b>' } catch {}`, /require-trusted-types-for/],
    ['has a style of its own', complains, `document.body.setAttribute('style', 'color: red')`, /style-src-attr/],
    [
      'loads from elsewhere',
      complains,
      `document.body.append(new Image()); document.images[0].src = 'http://127.0.0.1:1/'`,
      /img-src/,
    ],
    ['stores', isSilent, `localStorage.setItem('a', 'b')`, /stored a$/],
    ['asks for what is not there', loads, `fetch('/assets/none')`, /assets\/none: 404/],
  ];

  it.each(cases)('is found of one that %s', async (_, hears, script, finding) => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-in`);
    await Promise.all([hears(page), page.evaluate(script)]);
    expect(await browser.settle()).toContainEqual(expect.stringMatching(finding));
  });

  it('is nothing of one that behaves', async () => {
    const page = await browser.visitor();
    await page.goto(`${server.url}/sign-in`);
    expect(await browser.settle()).toEqual([]);
  });
});
