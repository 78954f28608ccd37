import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { signInOn } from '@consentry/test-support/browser/steps';
import { call } from '@consentry/test-support/world/world';

const EVIL = 'evil.example';

/** What is no path of ours, or what browsers may read as another origin. */
const ELSEWHERE = [
  `https://${EVIL}/`,
  `https:${EVIL}`,
  `//${EVIL}/`,
  `///${EVIL}/`,
  `////${EVIL}/account`,
  `/\\${EVIL}/`,
  `\\\\${EVIL}/`,
  `/\t/${EVIL}/`,
  `/\n/${EVIL}/`,
  `\t//${EVIL}/`,
  ` //${EVIL}/`,
  `/%2f${EVIL}/`,
  `/%5c${EVIL}/`,
  `/%09/${EVIL}/`,
  `/account/../..//${EVIL}/`,
  `/account/%2e%2e//${EVIL}/`,
  `/./${EVIL}`,
  `/;@${EVIL}/`,
  `@${EVIL}`,
  `.${EVIL}`,
  `/account@${EVIL}/`,
  `/account\r\nSet-Cookie: a=b`,
  `/account\u2028//${EVIL}`,
  `/\u2215${EVIL}/`,
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/api/session',
  '/oauth2/authorize',
  '/docs-json',
  '/account#//evil.example',
  `/account${'/a'.repeat(20_000)}`,
];

describe('a way back that leads elsewhere', () => {
  const server = givenServer();
  const account = givenAccount(server);

  const landingOf = async (path: string, fields: Record<string, string>) => {
    const headers = { origin: server.url, accept: 'text/html' };
    const answer = await call('POST', server.url + path, { headers, body: new URLSearchParams(fields) });
    expect(answer.status).toBe(303);
    return answer.headers.get('location');
  };

  it.each(ELSEWHERE.map((target) => [target.slice(0, 40), target] as const))('is not taken: %j', async (_, target) => {
    const { email, password } = account;
    expect(await landingOf('/sign-in', { email, password, return_to: target })).toBe('/account/apps');
    expect(await landingOf('/preferences', { language: 'de', return_to: target })).toBe('/');
    for (const page of ['/sign-in', '/sign-up']) {
      const { text } = await call('GET', `${server.url}${page}?return_to=${encodeURIComponent(target)}`, {
        headers: { accept: 'text/html' },
      });
      expect(/<input type="hidden" name="return_to" value="(?!\/sign-)[^"]*"/.exec(text)).toBeNull();
    }
  });

  describeInChromium('in a browser', () => {
    const browser = givenBrowser(server);

    it('ends on our own pages', async () => {
      for (const target of ELSEWHERE.slice(4, 9)) {
        const page = await browser.visitor();
        await page.goto(`${server.url}/sign-in?return_to=${encodeURIComponent(target)}`);
        await signInOn(page, account);
        await page.waitForURL(`${server.url}/account/apps`);
        await page.context().close();
      }
    });
  });
});
