import type { Page } from 'playwright-core';
import { anyText, textLike } from '@consentry/test-support/world/anything';
import { consentUrl } from '@consentry/test-support/world/consent-form';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { Client } from '../../support/client-server';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { allow, enter, openConsent, refuse } from '@consentry/test-support/browser/steps';
import { freePort } from '@consentry/test-support/server/ports';
import { type Account, authorizeUrl, obtainCode, pkce, register, signUp } from '@consentry/test-support/world/world';

const BACK = 'Back at the client';

interface Clients {
  https: Client;
  other: Client;
  plain: Client;
  six: Client;
  dead: number;
}

interface Kind {
  name: string;
  uri: (clients: Clients) => string;
  mode?: 'form_post';
  /** How the client goes on. */
  onward?: (clients: Clients) => void;
  /** Where the response is seen. */
  lands?: keyof Omit<Clients, 'dead'>;
  ends: 'client' | 'nowhere' | 'waits' | 'dead';
}

const failedNavigation = async (page: Page) =>
  (await page.waitForEvent('requestfailed', (request) => request.isNavigationRequest())).url();

const HTTPS = ({ https }: Clients) => `https://photoprinter.example:${https.port}/back`;

const KINDS: Kind[] = [
  { name: 'https', uri: HTTPS, lands: 'https', ends: 'client' },
  {
    name: 'https with a query of its own',
    uri: (all) => `${HTTPS(all)}?tenant=a&b=c%20d`,
    lands: 'https',
    ends: 'client',
  },
  {
    name: 'https that redirects on to another origin',
    uri: HTTPS,
    lands: 'https',
    ends: 'client',
    onward: ({ https, other }) => https.redirectTo(`https://other.example:${other.port}/end`),
  },
  {
    name: 'https that redirects on by 307',
    uri: HTTPS,
    lands: 'https',
    ends: 'client',
    onward: ({ https, other }) => https.redirectTo(`https://other.example:${other.port}/end`, 307),
  },
  {
    name: 'https that redirects on to plain http on loopback',
    uri: HTTPS,
    lands: 'https',
    ends: 'client',
    onward: ({ https, plain }) => https.redirectTo(`http://127.0.0.1:${plain.port}/end`),
  },
  {
    name: 'https that redirects on to a private scheme',
    uri: HTTPS,
    lands: 'https',
    onward: ({ https }) => https.redirectTo('com.example.app:/back?code=theirs'),
    ends: 'nowhere',
  },
  {
    name: '127.0.0.1, where a program listens',
    uri: ({ plain }) => `http://127.0.0.1:${plain.port}/back`,
    lands: 'plain',
    ends: 'client',
  },
  {
    name: 'localhost, where a program listens',
    uri: ({ plain }) => `http://localhost:${plain.port}/back`,
    lands: 'plain',
    ends: 'client',
  },
  {
    name: '[::1], where a program listens',
    uri: ({ six }) => `http://[::1]:${six.port}/back`,
    lands: 'six',
    ends: 'client',
  },
  { name: '127.0.0.1, where nobody listens', uri: ({ dead }) => `http://127.0.0.1:${dead}/back`, ends: 'dead' },
  { name: '[::1], where nobody listens', uri: ({ dead }) => `http://[::1]:${dead}/back`, ends: 'dead' },
  { name: 'a private scheme', uri: () => 'com.example.app:/back', ends: 'waits' },
  { name: 'a private scheme with a path', uri: () => 'com.example.app:/oauth/back/', ends: 'waits' },
  { name: 'https by form_post', uri: HTTPS, mode: 'form_post', lands: 'https', ends: 'client' },
  {
    name: 'https by form_post that redirects on',
    uri: HTTPS,
    mode: 'form_post',
    lands: 'https',
    ends: 'client',
    onward: ({ https, other }) => https.redirectTo(`https://other.example:${other.port}/end`, 303),
  },
  {
    name: '127.0.0.1 by form_post',
    uri: ({ plain }) => `http://127.0.0.1:${plain.port}/back`,
    mode: 'form_post',
    lands: 'plain',
    ends: 'client',
  },
  {
    name: '[::1] by form_post',
    uri: ({ six }) => `http://[::1]:${six.port}/back`,
    mode: 'form_post',
    lands: 'six',
    ends: 'client',
  },
];

describeInChromium('an answer brings a person back to', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const browser = givenBrowser(server);
  const clients = {} as Clients;
  const listening = () => Object.values(clients).filter((client) => client instanceof Client);
  let account: Account;
  beforeAll(async () => {
    const [https, other, plain, six] = await Promise.all([
      Client.listen(true),
      Client.listen(true),
      Client.listen(false, 'localhost'),
      Client.listen(false, '::1'),
    ]);
    Object.assign(clients, { https, other, plain, six, dead: await freePort() });
    account = await signUp(server);
  });
  afterEach(() => listening().forEach((client) => client.reset()));
  afterAll(() => Promise.all(listening().map((client) => client.stop())));

  async function asked({ uri, mode }: Kind, options: { javaScriptEnabled?: boolean }): Promise<Page> {
    const application = await register(server, developer, {
      name: 'Photo Printer',
      client_type: 'public',
      redirect_uris: [uri(clients)],
    });
    const { challenge } = pkce();
    const page = await browser.visitor({ ignoreHTTPSErrors: true, ...options });
    await enter(page, server, account);
    const more = { code_challenge: challenge, code_challenge_method: 'S256', response_mode: mode };
    await openConsent(page, authorizeUrl(server, application, more));
    return page;
  }

  const back = (page: Page) => page.getByRole('heading', { name: BACK }).waitFor();

  /** The response as the client's server sees it. */
  function expectLanding({ uri, mode, lands }: Kind, outcome: 'code' | 'error') {
    const url = new URL(uri(clients));
    const [landing] = clients[lands!].landings;
    expect(landing).toMatchObject({
      method: mode === 'form_post' ? 'POST' : 'GET',
      host: url.host,
      path: url.pathname,
      parameters: {
        ...Object.fromEntries(url.searchParams),
        [outcome]: anyText,
        state: 'a-state',
        iss: server.url,
      },
    });
    expect(landing?.referer).toBeUndefined();
  }

  const endings: Record<Kind['ends'], (page: Page, kind: Kind) => Promise<void>> = {
    client: async (page, kind) => {
      await back(page);
      expectLanding(kind, 'code');
    },
    /** The client's server had the response; the page stays, as no app opens what it redirected on to. */
    nowhere: async (page, kind) => {
      await clients[kind.lands!].landed();
      expectLanding(kind, 'code');
      await page.getByText('If nothing happens').waitFor();
    },
    /** Nothing is opened without a click: where no app answers, a blank page would stay. */
    waits: async (page, { uri }) => {
      const link = page.getByRole('link', { name: 'Open the app' });
      const href = (await link.getAttribute('href')) ?? '';
      expect(href.startsWith(`${uri(clients)}?`)).toBe(true);
      expect(new URL(href).searchParams.get('code')).toEqual(anyText);
      await link.click({ noWaitAfter: true });
      await page.getByText('If nothing happens').waitFor();
    },
    /** The browser says that nobody answers; its address holds the response. */
    dead: (page) => page.waitForURL((url) => url.protocol === 'chrome-error:'),
  };

  describe.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('%s', (_, javaScriptEnabled) => {
    it.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', async (_name, kind) => {
      browser.expect(/Failed to launch 'com\.example\.app/);
      kind.onward?.(clients);
      const page = await asked(kind, { javaScriptEnabled });
      const [failed] = await Promise.all([kind.ends === 'dead' ? failedNavigation(page) : undefined, allow(page)]);
      if (kind.mode === 'form_post' && !javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click();
      expect(failed).toEqual(failed && textLike(/[?&]code=/));
      await endings[kind.ends](page, kind);
    });
  });

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('https by form_post, where nothing is asked, though it redirects on: %s', async (_, javaScriptEnabled) => {
    const kind = KINDS.find(({ name }) => name === 'https by form_post that redirects on')!;
    kind.onward?.(clients);
    const application = await register(server, developer, { redirect_uris: [HTTPS(clients)] });
    await obtainCode(server, account, application);
    const page = await browser.visitor({ ignoreHTTPSErrors: true, javaScriptEnabled });
    await enter(page, server, account);
    await page.goto(authorizeUrl(server, application, { response_mode: 'form_post', prompt: 'none' }));
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click();
    await back(page);
    expectLanding(kind, 'code');
  });

  it.each([
    ['https', KINDS[0]!],
    ['https by form_post', KINDS.find(({ name }) => name === 'https by form_post that redirects on')!],
  ])('%s, of a request that cannot be put to a person', async (_, kind) => {
    kind.onward?.(clients);
    const application = await register(server, developer, { redirect_uris: [kind.uri(clients)] });
    const page = await browser.visitor({ ignoreHTTPSErrors: true });
    await enter(page, server, account);
    await page.goto(consentUrl(server, application, { scope: 'unheard:of', response_mode: kind.mode ?? 'query' }));
    const way = page.locator('main .btn');
    await way.filter({ hasText: new URL(kind.uri(clients)).host }).click();
    await back(page);
    expectLanding(kind, 'error');
  });

  it('https, where nothing was allowed', async () => {
    const page = await asked(KINDS[0]!, {});
    await refuse(page);
    await back(page);
    expectLanding(KINDS[0]!, 'error');
  });
});
