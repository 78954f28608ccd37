import type { Locator, Page } from 'playwright-core';

/** More stops than any page has. */
const MOST = 60;

const FOCUS = `(() => {
  const { activeElement: one } = document;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
  const isShown = (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  return { isShown: isShown || one === document.body, html: one.outerHTML.slice(0, 120) };
})()`;

/** Presses Tab until an element has the focus; whatever has it on the way must show that. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < MOST; pressed += 1) {
    if (await target.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await tab(page, 'Tab');
  }
  throw new Error(`no key leads to ${target.toString()}`);
}

/** Types into a field that Tab leads to. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Presses Enter on a button or link that Tab leads to. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** The name of what has the focus; empty where nothing has it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(({ activeElement: one, body }) =>
    one === body ? '' : (one.getAttribute('aria-label') ?? one.textContent.trim()))(document)`);

/** Fails unless Tab leads to every control in the order of the page, and Shift+Tab back; each shows that it has the focus. */
export async function expectReachable(page: Page, within = 'body'): Promise<void> {
  const count = await page.evaluate<number>(`${controlsIn(within)}.length`);
  expect(count).toBeGreaterThan(0);
  for (const [key, step] of [
    ['Tab', 1],
    ['Shift+Tab', -1],
  ] as const) {
    const stops: number[] = [];
    // Once the browser's own controls have it, between the last and the first.
    for (let pressed = 0; pressed <= count; pressed += 1) {
      await tab(page, key);
      stops.push(await page.evaluate<number>(`${controlsIn(within)}.indexOf(document.activeElement)`));
    }
    const reached = stops.filter((at) => at >= 0);
    const first = reached[0]!;
    expect(reached.slice(0, count)).toEqual(
      reached.slice(0, count).map((_, at) => (first + step * at + count * at) % count),
    );
    expect(new Set(reached).size).toBe(count);
  }
}

const controlsIn = (within: string) =>
  `[...document.querySelector('${within}').querySelectorAll('a[href], button, input:not([type=hidden]), select, summary, textarea')]
    .filter((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }))`;

async function tab(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  await page.keyboard.press(key);
  const { isShown, html } = await page.evaluate<{ isShown: boolean; html: string }>(FOCUS);
  if (!isShown) throw new Error(`nothing shows that this has the focus: ${html}`);
}
