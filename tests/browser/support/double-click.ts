import { type Locator, type Page, request } from 'playwright-core';
import { within } from '@consentry/test-support/world/within';

/**
 * Clicks twice, and holds the first answer back, so that the browser sends the form twice and shows the second answer.
 *
 * @param address of the form, as a pattern.
 * @returns how often the form was sent.
 */
export async function clickTwice(page: Page, button: Locator, address: string): Promise<number> {
  let sent = 0;
  const posts = [0, 1].map(() => {
    let done = () => undefined as void;
    return { answered: new Promise<void>((resolve) => (done = resolve)), done: () => done() };
  });
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const post = posts[sent++];
    // Past the browser, which has no cookie yet of the answer that it gave up.
    const outside = await request.newContext();
    const headers = await route.request().allHeaders();
    const response = await outside.fetch(route.request(), { headers, maxRedirects: 0 });
    post?.done();
    await posts[1]!.answered;
    // The browser has given up the first.
    await route.fulfill({ response }).catch(() => undefined);
    await outside.dispose();
  });
  // By the mouse itself: a click on an element waits for the page that the first click asked for. A second click
  // before the first form has left replaces that form, and one is sent: so each waits for its own.
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  for (const post of posts) {
    await page.mouse.click(x + width / 2, y + height / 2, { clickCount: 1 });
    await within(post.answered, 'the answer to a click');
  }
  return sent;
}
