import { sessionCookie } from '@consentry/test-support/world/cookies';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { pagePaths } from '../../support/page-routes';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { WebSite } from '../../support/web-site';

describe('a page in a frame of another site', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const paths = [...pagePaths().map((path) => path.replace(/:\w+/g, 'x')), '/', '/no-such-page'];

  const headersOf = async (visitor: PageVisitor, path: string) => Object.fromEntries((await visitor.get(path)).headers);

  it.each(paths)('is refused by the headers of %s, signed in or not', async (path) => {
    const signedIn = new PageVisitor(server);
    signedIn.cookies.set(sessionCookie(server), account.sessionToken);
    for (const visitor of [new PageVisitor(server), signedIn])
      expect(await headersOf(visitor, path)).toMatchObject({
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      });
  });

  describeInChromium('in a browser', () => {
    const browser = givenBrowser(server);
    let site: WebSite;
    beforeAll(async () => {
      site = await WebSite.listen();
    });
    afterAll(() => site.stop());

    it('is not shown', async () => {
      browser.expect(/frame-ancestors|X-Frame-Options|refused to connect/i);
      const page = await browser.visitor();
      await enter(page, server, account);
      const framed = ['/sign-in', '/account', '/account/apps', '/consent', '/device', '/sign-out', '/no-such-page'];
      // Of the same site, so that cookies come along.
      const html = framed.map((path) => `<iframe src="${server.url}${path}"></iframe>`).join('');
      await page.goto(site.put('/frames', html).replace('127.0.0.1', 'localhost'));
      const frames = page.frames().filter((frame) => frame !== page.mainFrame());
      expect(frames).toHaveLength(framed.length);
      for (const frame of frames) await frame.waitForURL('chrome-error://chromewebdata/');
    });
  });

  it.each([
    ['/account', 'same-origin'],
    ['/console', 'same-origin'],
    ['/consent', undefined],
  ])('and in a window that it opened: %s is cut off by %s', async (path, policy) => {
    const visitor = new PageVisitor(server);
    visitor.cookies.set(sessionCookie(server), account.sessionToken);
    expect((await headersOf(visitor, path))['cross-origin-opener-policy']).toBe(policy);
  });
});
