import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';

describeInChromium('times on pages', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const browser = givenBrowser(server);

  it.each([
    ['en-GB', { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }],
    ['en-US', { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' }],
    ['de-DE', { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' }],
  ] as const)('are those of a reader in Tokyo, as %s writes them; without scripts UTC', async (locale, written) => {
    const timeZone = 'Asia/Tokyo';
    for (const javaScriptEnabled of [true, false]) {
      const page = await browser.visitor({ locale, timezoneId: timeZone, javaScriptEnabled });
      await enter(page, server, account);
      await page.goto(`${server.url}/account/history`);
      const time = page.locator('td time').first();
      const text = (await time.textContent())!;
      const at = new Date((await time.getAttribute('datetime'))!);
      if (!javaScriptEnabled) expect(text).toMatch(/ UTC$/);
      else expect(plain(text)).toBe(plain(new Intl.DateTimeFormat(locale, { ...written, timeZone }).format(at)));
    }
  });
});

/** Releases of ICU differ in their spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ');
