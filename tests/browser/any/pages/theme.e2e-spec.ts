import type { Page } from 'playwright-core';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { Film } from '../../support/film';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { arrived, enter } from '@consentry/test-support/browser/steps';

/** The look that a person chose, in a cookie that the server reads: no script has to come first. */
describeInChromium('the look that was chosen', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  /** How bright each picture was while the person went through the account: 0 is black, 1 is white. */
  async function brightnessThrough(page: Page): Promise<number[]> {
    const film = await Film.of(page);
    for (const section of ['History', 'Where you are signed in', 'Apps with access', 'Profile and sign-in']) {
      await page.getByRole('link', { name: section, exact: true }).click();
      await arrived(page, section);
    }
    return film.end();
  }

  it.each([
    ['dark', 'light', 'Dark'],
    ['light', 'dark', 'Light'],
  ] as const)('%s on a %s system is there from the first picture on', async (theme, colorScheme, name) => {
    const page = await browser.visitor({ colorScheme });
    await enter(page, server, account);
    await page.goto(`${server.url}/account`);
    const isChosen = (brightness: number) => (theme === 'dark' ? brightness < 0.3 : brightness > 0.7);
    expect((await brightnessThrough(page)).filter(isChosen)).toEqual([]);
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    const pictures = await brightnessThrough(page);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((brightness) => !isChosen(brightness))).toEqual([]);
  });
});
