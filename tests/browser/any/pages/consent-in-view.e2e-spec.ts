import { expectAccessible } from '@consentry/test-support/browser/accessible';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium, describeInFirefox } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { sessionCookie } from '@consentry/test-support/world/cookies';
import { consentUrl } from '@consentry/test-support/world/consent-form';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { givenFirefox } from '../../support/firefox';

const SCOPES = [
  { name: 'notes:read', description: 'Read your notes', detail: 'All of them, including future ones' },
  { name: 'notes:write', description: 'Write notes for you', detail: 'Add notes in your name' },
  { name: 'notes:share', description: 'Share your notes', detail: 'With people of your choice' },
  { name: 'notes:delete', description: 'Delete your notes', detail: 'For good, on all devices', sensitive: true },
];
const PAYMENT = {
  type: 'payment',
  description: 'Pay once from your account',
  fields: { to: 'string', urgent: 'boolean', amount: { currency: 'string', value: 'number' }, for: 'string[]' },
  names: { to: 'Recipient', urgent: 'Urgent', amount: 'Amount', currency: 'Currency', value: 'Value' },
  texts: { de: { description: 'Einmal von Ihrem Konto zahlen', names: { to: 'Empfänger', amount: 'Betrag' } } },
};
const RESOURCES = [
  { url: 'http://localhost:3001', name: 'Notes', scopes: SCOPES, authorization_details_types: [PAYMENT] },
];
const ALL = { scope: SCOPES.map(({ name }) => name).join(' ') };
const DETAILS = {
  ...ALL,
  authorization_details: JSON.stringify([
    { type: 'payment', to: 'Ada', urgent: true, amount: { currency: 'EUR', value: 12.5 }, for: ['Rent', 'Heat'] },
  ]),
};

const SIZES = [
  { width: 1366, height: 657 },
  { width: 390, height: 664 },
];

/** Of each button of the decision, whether all of it can be seen and clicked, and its words fit in. */
const DECISION = `[...document.querySelectorAll('.decide button')].map((button) => {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const corners = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]];
  const isInView = corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
  return isInView && button.scrollWidth <= button.clientWidth && button.scrollHeight <= button.clientHeight;
})`;
const IN_VIEW = [true, true];

describe('the consent page', () => {
  const server = givenServer({ env: settingsOf(RESOURCES) });
  const account = givenAccount(server, { name: 'Mira Lindqvist' });
  const application = givenApplication(server, account, { name: 'Photo Printer' });

  describeInChromium('in Chromium', () => {
    const browser = givenBrowser(server);

    async function ask(override: Record<string, string>, options: Parameters<typeof browser.visitor>[0] = {}) {
      const page = await browser.visitor(options);
      await enter(page, server, account);
      await page.clock.install();
      await page.goto(consentUrl(server, application, override));
      return page;
    }

    it.each(SIZES)('shows the decision without scrolling, also by large text: $width x $height', async (viewport) => {
      const page = await ask(ALL, { viewport });
      expect(await page.evaluate(DECISION)).toEqual(IN_VIEW);
      const { y: top } = (await page.locator('.decide').boundingBox())!;
      const { y, height } = (await page.getByRole('checkbox').last().boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(top);
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      expect(await page.evaluate(DECISION)).toEqual(IN_VIEW);
      await page.evaluate(`document.documentElement.removeAttribute('style')`);
    });

    it('never hides what has the focus behind the decision (WCAG 2.4.11)', async () => {
      const page = await ask(DETAILS, { viewport: SIZES[1]! });
      const boxes = page.locator('input[type=checkbox]');
      for (let at = 0; at < SCOPES.length; at += 1) {
        await page.keyboard.press('Tab');
        while (!(await page.evaluate<boolean>(`document.activeElement.matches('[type=checkbox]')`)))
          await page.keyboard.press('Tab');
        const { y, height } = (await boxes.nth(at).boundingBox())!;
        const { y: bar } = (await page.locator('.decide').boundingBox())!;
        expect(y + height).toBeLessThanOrEqual(bar);
      }
    });

    it('folds what is not the decision', async () => {
      const page = await ask(ALL);
      const lasts = page.getByText('until it has not been used for 90 days');
      expect(await lasts.isVisible()).toBe(false);
      expect(await page.getByText('You will go back to app.example.com.').isVisible()).toBe(true);
      await page.getByText('More about this request').click();
      expect(await lasts.isVisible()).toBe(true);
      await expectAccessible(page);
    });

    it('counts down in the last minute alone', async () => {
      const page = await ask(ALL);
      const left = page.locator('.timer');
      expect(await left.isVisible()).toBe(false);
      await page.clock.fastForward(238_000);
      expect(await left.isVisible()).toBe(false);
      await page.clock.fastForward(4_000);
      await page.getByRole('alertdialog', { name: 'Still there?' }).waitFor();
      await page.keyboard.press('Escape');
      expect(await left.innerText()).toMatch(/expires in 0:5\d/);
      await expectAccessible(page);
    });

    it('gives the detail of a sensitive scope a line of its own', async () => {
      const page = await ask(ALL);
      const tops = await page
        .locator('label', { hasText: 'Delete your notes' })
        .locator('b, small')
        .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(3);
    });

    it.each([
      [
        'en-GB',
        ['Recipient', 'Ada', 'Urgent', 'Yes', 'Amount', 'Currency', 'EUR', 'Value', '12.5', 'for', 'Rent', 'Heat'],
      ],
      [
        'de-DE',
        ['Empfänger', 'Ada', 'Urgent', 'Ja', 'Betrag', 'Currency', 'EUR', 'Value', '12.5', 'for', 'Rent', 'Heat'],
      ],
    ])('lists what an application fills in, by the names of its fields: %s', async (locale, words) => {
      const page = await ask(DETAILS, { locale });
      const listed = await page.locator('dl.given').first().innerText();
      expect(listed.split(/\s+/)).toEqual(words);
      await expectAccessible(page);
    });
  });

  describeInFirefox('in Firefox', () => {
    const firefox = givenFirefox();

    it.each(SIZES)('shows the decision without scrolling: $width x $height', async (viewport) => {
      const page = await firefox.visitor();
      await page.setViewport(viewport);
      const { hostname: domain } = new URL(server.url);
      const cookie = { name: sessionCookie(server), value: account.sessionToken, domain, path: '/', httpOnly: true };
      await page.browserContext().setCookie(cookie);
      await page.goto(consentUrl(server, application, ALL));
      expect(await page.evaluate(DECISION)).toEqual(IN_VIEW);
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      expect(await page.evaluate(DECISION)).toEqual(IN_VIEW);
    });
  });
});
