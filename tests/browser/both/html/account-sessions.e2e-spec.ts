import { cookieOf } from '@consentry/test-support/world/cookies';
import { decodeJwt } from 'jose';
import { givenServer } from '@consentry/test-support/server/given';
import { type Account, call, signIn, signUp } from '@consentry/test-support/world/world';

describe('the pages about sign-ins', () => {
  const server = givenServer();
  let account: Account;
  beforeEach(async () => (account = await signUp(server)));

  const open = (path: string, who = account, more = {}) =>
    call('GET', server.url + path, { headers: { ...cookieOf(server, who), ...more } });
  const send = (
    path: string,
    fields: Record<string, string> = {},
    origin: Record<string, string> = { origin: server.url },
  ) =>
    call('POST', server.url + path, {
      headers: { ...cookieOf(server, account), ...origin },
      body: new URLSearchParams(fields),
    });
  const again = async (): Promise<Account> => ({ ...account, ...(await signIn(server, account)) });
  const idOf = ({ sessionToken }: Account) => decodeJwt(sessionToken).jti!;
  const isSignedIn = async (who: Account) =>
    (await call('GET', `${server.url}/api/session`, { headers: who.session })).status === 200;

  it.each(['/account/sessions', '/account/history'])('%s asks to sign in, and leads back', async (path) => {
    const { status, headers } = await call('GET', server.url + path, { headers: { accept: 'text/html' } });
    expect([status, headers.get('location')]).toEqual([303, `/sign-in?return_to=${encodeURIComponent(path)}`]);
  });

  it('list the browsers, and sign out of one', async () => {
    const other = await again();
    const page = await open('/account/sessions');
    expect(page.status).toBe(200);
    expect(page.text.match(/\/account\/sessions\/[\w-]+\/end"/g)).toHaveLength(2);
    const { body } = await call<{ items: { expires_at: string }[] }>('GET', `${server.url}/api/sessions`, {
      headers: account.session,
    });
    for (const { expires_at } of body.items)
      expect(page.text).toContain(`expires on <time data-as="time" datetime="${expires_at}">`);
    expect(page.text.match(/last used <time data-as="ago" /g)).toHaveLength(1);
    const { status, headers } = await send(`/account/sessions/${idOf(other)}/end`);
    expect([status, headers.get('location')]).toEqual([303, '/account/sessions?ended']);
    expect([await isSignedIn(other), await isSignedIn(account)]).toEqual([false, true]);
    expect((await open('/account/sessions?ended')).text).toContain('role="status"');
  });

  it('sign out everywhere else, and here too', async () => {
    const other = await again();
    await send('/account/sessions/end-all');
    expect([await isSignedIn(other), await isSignedIn(account)]).toEqual([false, true]);
    const { status, headers } = await send('/account/sessions/end-all', { here: 'too' });
    expect([status, headers.get('location')]).toEqual([303, '/sign-in']);
    expect(headers.get('set-cookie')).toMatch(/^consentry_session_[\da-f]{8}=; Max-Age=0;/);
    expect(await isSignedIn(account)).toBe(false);
  });

  it.each<[Record<string, string>]>([[{ origin: 'https://evil.example' }], [{ origin: 'null' }], [{}]])(
    'end nothing by a form from %j',
    async (origin) => {
      for (const path of [`/account/sessions/${idOf(account)}/end`, '/account/sessions/end-all'])
        expect((await send(path, { here: 'too' }, origin)).status).toBe(403);
      expect(await isSignedIn(account)).toBe(true);
    },
  );

  it('end nothing of another account', async () => {
    const stranger = await signUp(server);
    await send(`/account/sessions/${idOf(stranger)}/end`);
    expect(await isSignedIn(stranger)).toBe(true);
  });

  it.each([
    ['en-GB,en;q=0.9', /\d\d? [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d UTC/],
    ['en-US,en;q=0.9', /[A-Z][a-z]{2} \d\d?, \d{4}, \d\d?:\d\d\s[AP]M UTC/],
    ['de-AT', /\d\d?\. [A-Z][a-zä]{2,3}\.? \d{4}(,| um) \d\d:\d\d UTC/],
  ])('write dates as readers of %s do', async (language, written) => {
    for (const path of ['/account/sessions', '/account/history'])
      expect((await open(path, account, { 'accept-language': language })).text).toMatch(written);
  });

  it('tell what happened, page by page, in both languages', async () => {
    for (let at = 0; at < 26; at += 1) {
      const other = await again();
      await call('DELETE', `${server.url}/api/session`, { headers: other.session });
    }
    const { text } = await open('/account/history');
    expect(text).toContain('You signed out of a browser');
    const older = /href="(\/account\/history\?before=\d+)"/.exec(text)?.[1] ?? 'none';
    const last = await open(older, account, { 'accept-language': 'de' });
    expect(last.text).toContain('Ihr Konto wurde angelegt');
    expect(last.text).not.toContain('href="/account/history?before=');
    expect((await open('/account/history?before=x')).status).toBe(200);
    const stranger = await signUp(server);
    expect((await open('/account/history', stranger)).text.match(/<td role="cell">/g)).toHaveLength(2);
  });
});
