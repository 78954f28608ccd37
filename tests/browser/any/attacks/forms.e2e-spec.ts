import { sessionCookie } from '@consentry/test-support/world/cookies';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { formPaths } from '../../support/page-routes';
import { givenBrowser } from '@consentry/test-support/browser/chromium';
import { describeInChromium } from '@consentry/test-support/browser/programs';
import { enter } from '@consentry/test-support/browser/steps';
import { WebSite } from '../../support/web-site';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Account, call, obtainTokens, requestConsent, signUp, unique } from '@consentry/test-support/world/world';

const EVIL = 'https://evil.example';

const FOREIGN: Record<string, string>[] = [
  {},
  { origin: EVIL },
  { origin: `${EVIL}, http://localhost` },
  { origin: EVIL, 'sec-fetch-site': 'same-origin' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'same-site' },
  { origin: 'null', 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
];

describe('a form of another site', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const application = givenApplication(server, developer);

  /** What an attacker who knows everything would send, to whichever form. */
  async function whatIsSent(account: Account) {
    await obtainTokens(server, account, application);
    const { sessionID } = await requestConsent(server, account, application, { scope: 'notes:read' });
    const [{ id }] = (await storedRows<{ id: string }>(
      server,
      'SELECT id FROM grants WHERE account_id = ?',
      account.id,
    )) as [{ id: string }];
    const body = new URLSearchParams({
      ...{ email: account.email, password: account.password, current_password: account.password, name: 'Mallory' },
      ...{ session_id: sessionID, is_rejected: 'false', scope: 'notes:read', user_code: 'BBBB-BBBB' },
      ...{ here: 'too', end_grants: 'yes', language: 'de', notices: 'off', client_id: application.client_id },
    });
    return { body, grantId: id };
  }

  const send = (path: string, { sessionToken }: Account, body: URLSearchParams, headers: Record<string, string>) =>
    call('POST', server.url + path, {
      headers: { accept: 'text/html', cookie: `${sessionCookie(server)}=${sessionToken}`, ...headers },
      body,
    });

  /** All that such a form could change. */
  async function stateOf({ id }: Account) {
    const rows = (table: string, column: string) =>
      storedRows(server, `SELECT * FROM ${table} WHERE ${column} = ?`, id);
    return [
      await rows('accounts', 'id'),
      await rows('grants', 'account_id'),
      await rows('sign_in_sessions', 'account_id'),
      await rows('consent_sessions', 'account_id'),
      await rows('mailed_tokens', 'account_id'),
      await rows('clients', 'account_id'),
    ];
  }

  it.each(formPaths())('changes nothing at %s', async (path) => {
    const account = await signUp(server);
    const { body, grantId } = await whatIsSent(account);
    const target = path.replace(':id', grantId).replace(/:\w+/g, unique());
    const before = await stateOf(account);
    for (const headers of FOREIGN) {
      const answer = await send(target, account, body, headers);
      expect([headers, answer.status, answer.headers.getSetCookie()]).toEqual([headers, 403, []]);
    }
    expect(await stateOf(account)).toEqual(before);
    // The same from our own page gets further.
    for (const headers of [{ origin: server.url }, { origin: 'null', 'sec-fetch-site': 'same-origin' }])
      expect((await send(target, await signUp(server), body, headers)).text).not.toContain('request was blocked');
  });

  describeInChromium('in a browser that is signed in', () => {
    const browser = givenBrowser(server);
    let site: WebSite;
    beforeAll(async () => {
      site = await WebSite.listen();
    });
    afterAll(() => site.stop());

    const formOf = (path: string, fields: URLSearchParams, more = '') =>
      `<form method='post' action='${server.url}${path}' ${more}>${[...fields]
        .map(([name, value]) => `<input type='hidden' name='${name}' value='${value}'>`)
        .join('')}<button>Send</button></form>`;

    /** Sends each form of the server from a page of the attacker. @returns what the browser sent along. */
    async function attack(account: Account, pageOf: (form: (more?: string) => string) => string) {
      const { body, grantId } = await whatIsSent(account);
      const before = await stateOf(account);
      const page = await browser.visitor();
      await enter(page, server, account);
      const sent: [path: string, status: number, origin: string | null, hasSession: boolean][] = [];
      for (const path of formPaths()) {
        const target = path.replace(':id', grantId).replace(/:\w+/g, unique());
        site.put(
          '/attack',
          pageOf((more) => formOf(target, body, more)),
        );
        // Another port of the same host is the same site: cookies come along.
        await page.goto(`${site.url.replace('127.0.0.1', 'localhost')}/attack`);
        const answered = page.waitForResponse((response) => response.request().method() === 'POST');
        await (page.frames()[1] ?? page.mainFrame()).getByRole('button').click();
        const response = await answered;
        const { origin = null, cookie = '' } = await response.request().allHeaders();
        sent.push([path, response.status(), origin, cookie.includes(`${sessionCookie(server)}=`)]);
        await page.waitForURL(server.url + target);
      }
      expect(await stateOf(account)).toEqual(before);
      return sent;
    }

    it('changes nothing, although the cookie comes along', async () => {
      const sent = await attack(await signUp(server), (form) => form());
      const origin = site.url.replace('127.0.0.1', 'localhost');
      expect(sent).toEqual(formPaths().map((path) => [path, 403, origin, true]));
    });

    it('changes nothing from a sandbox, which has no origin', async () => {
      const sandbox = 'sandbox="allow-forms allow-top-navigation"';
      const sent = await attack(
        await signUp(server),
        (form) => `<iframe ${sandbox} srcdoc="${form("target='_top'")}"></iframe>`,
      );
      expect(sent.map(([path, status, origin]) => [path, status, origin])).toEqual(
        formPaths().map((path) => [path, 403, 'null']),
      );
    });
  });
});
