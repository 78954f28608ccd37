import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { givenServer } from '@consentry/test-support/server/given';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { freshDir } from '@consentry/test-support/server/server';

const CSS = adapted(blocksOf('docs/pages.md').get('brand'), {});
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 40"><path d="M0 0h400v40H0z" fill="#1d4ed8"/></svg>';

function file(name: string, text: string): string {
  const path = join(freshDir(), name);
  writeFileSync(path, text);
  return path;
}

describeInChromium('restyled pages', () => {
  const server = givenServer({
    env: {
      BRAND_NAME: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte',
      BRAND_LOGO_FILE: file('logo.svg', LOGO),
      BRAND_CSS_FILE: file('brand.css', CSS),
    },
  });
  const browser = givenBrowser(server);

  it.each(['/sign-in', '/sign-up', '/password'])(
    'are accessible in the colours of the guide, with the longest name and a wide logo, in German: %s',
    async (path) => {
      const page = await browser.visitor({ locale: 'de-DE' });
      await page.goto(server.url + path);
      expect(await page.title()).toMatch(/ · Donaudampf/);
      expect(await page.evaluate(`document.querySelector('.logo').naturalWidth`)).toBeGreaterThan(0);
      await expectAccessible(page);
    },
  );

  it.each([
    ['light', 'dark', 'rgb(107, 147, 248)'],
    ['dark', 'light', 'rgb(29, 78, 216)'],
  ] as const)('on a %s system are %s where the person chose so', async (colorScheme, theme, brand) => {
    const page = await browser.visitor({ colorScheme });
    await page.context().addCookies([{ name: 'consentry_theme', value: theme, url: server.url, httpOnly: true }]);
    await page.goto(`${server.url}/sign-in`);
    expect(await colourOf(page, '.btn.primary')).toBe(brand);
  });
});

const colourOf = (page: Page, selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
