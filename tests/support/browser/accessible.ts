import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const runOf = (options: object) => `axe.run(document, ${JSON.stringify(options)})`;
/** axe leaves `target-size` out unless it is asked for. */
const ALL_RULES = runOf({ runOnly: TAGS, rules: { 'target-size': { enabled: true } } });
/** Dark differs from light in its colours alone. */
const RULES_OF_COLOURS = runOf({ runOnly: ['color-contrast', 'link-in-text-block'] });

const SIZES = [
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
];

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Controls below 24 by 24 px, but links in sentences and boxes whose label is larger (WCAG 2.2, 2.5.8). */
const SMALL_TARGETS = `[...document.querySelectorAll('a[href], button, input, select, summary, textarea')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], .skip, .VPSkipLink'))
  .filter((one) => !(one.matches('a') && getComputedStyle(one).display === 'inline'))
  .map((one) => [one, (one.matches('[type=checkbox], [type=radio]') && one.closest('label')) || one])
  .filter(([, target]) => Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) < 23.9)
  .map(([one]) => one.outerHTML.slice(0, 120))`;

/** Controls that forced colours leave without an edge, so that nothing tells them from text. */
const EDGELESS = `[...document.querySelectorAll('button, input:not([type=hidden], [type=checkbox], [type=radio]), select, .btn')]
  .filter((one) => one.checkVisibility() && !one.matches('.quiet'))
  .filter((one) => getComputedStyle(one).borderTopStyle === 'none' || parseFloat(getComputedStyle(one).borderTopWidth) === 0)
  .map((one) => one.outerHTML.slice(0, 120))`;

/** Fails unless the page is accessible as it stands: light and dark, wide and narrow, large text, forced colours. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const before = page.viewportSize();
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const where = `${new URL(page.url()).pathname}, ${colorScheme}, ${size.width} px`;
      found.push(
        ...(await problemsOf(page, colorScheme === 'light' ? ALL_RULES : RULES_OF_COLOURS)).map(
          (problem) => `${where}: ${problem}`,
        ),
      );
    }
  }
  found.push(...(await problemsOfLargeText(page)), ...(await problemsOfForcedColours(page)));
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  if (before !== null) await page.setViewportSize(before);
  expect(found).toEqual([]);
}

/** The same, only of what texts of another language change: room for them. */
export async function expectRoom(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const before = page.viewportSize();
  await page.setViewportSize(SIZES[1]!);
  const found = await problemsOfRoom(page);
  found.push(...(await problemsOfLargeText(page)));
  if (before !== null) await page.setViewportSize(before);
  expect(found).toEqual([]);
}

async function problemsOf(page: Page, rules: string): Promise<string[]> {
  // By the debugger: the page's policy lets no other script in.
  await page.evaluate(`window.axe ?? (() => { ${AXE} })()`);
  const { violations } = await page.evaluate<AxeResults>(rules);
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
  return [...told, ...(await problemsOfRoom(page))];
}

async function problemsOfRoom(page: Page): Promise<string[]> {
  const sideways = await page.evaluate<number>(SIDEWAYS);
  const small = await page.evaluate<string[]>(SMALL_TARGETS);
  const wide = sideways > 0 ? [`scrolls sideways by ${sideways} px`] : [];
  return [...wide, ...small.map((html) => `smaller than 24 px: ${html}`)];
}

async function problemsOfLargeText(page: Page): Promise<string[]> {
  await page.setViewportSize(SIZES[0]!);
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const sideways = await page.evaluate<number>(SIDEWAYS);
  await page.evaluate(`document.documentElement.removeAttribute('style')`);
  return sideways > 0 ? [`200 % text scrolls sideways by ${sideways} px`] : [];
}

async function problemsOfForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: null, forcedColors: 'active' });
  const edgeless = await page.evaluate<string[]>(EDGELESS);
  return edgeless.map((html) => `no edge in forced colours: ${html}`);
}
