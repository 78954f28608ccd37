import {
  answerPage,
  consentFormOf,
  consentUrl,
  leadsTo,
  openPage,
  textOf,
} from '@consentry/test-support/world/consent-form';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import {
  type Account,
  type Application,
  call,
  exchange,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const codeIn = (html: string) => leadsTo(html).refresh?.searchParams.get('code') ?? null;

describe('an answer on /consent', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const application = givenApplication(server, developer, { name: 'Photo Printer' });

  /** The question to an account that never allowed anything. */
  async function asked(override: Record<string, string> = {}, to: Application = application) {
    const account = await signUp(server);
    const url = consentUrl(server, to, override);
    const form = consentFormOf((await openPage(url, account)).text);
    return { account, url, form, answer: answerPage.bind(null, url, account, form) };
  }

  describe('given twice', () => {
    it('brings the same code, of which one is stored, at the same moment too', async () => {
      const { answer } = await asked();
      const answers = await Promise.all(Array.from({ length: 5 }, () => answer()));
      const codes = [...answers, await answer()].map(({ text }) => codeIn(text));
      expect(codes[0]).toMatch(/^[\w-]{43}$/);
      expect(new Set(codes).size).toBe(1);
      expect((await exchange(server, application, codes[0]!)).status).toBe(200);
    });

    it('once the code is spent brings none, and the connection lives', async () => {
      const { answer } = await asked();
      const { body } = await exchange(server, application, codeIn((await answer()).text)!);
      const again = await answer();
      expect(again.status).toBe(400);
      expect(textOf(again.text)).toContain('You have already answered this request');
      expect(again.text).not.toMatch(/code=/);
      expect((await refresh(server, body.refresh_token)).status).toBe(200);
    });

    it('after 30 seconds brings none', async () => {
      const { answer } = await asked();
      expect(codeIn((await answer()).text)).not.toBeNull();
      await server.advance({ seconds: 29 });
      expect(codeIn((await answer()).text)).not.toBeNull();
      await server.advance({ seconds: 1 });
      expect(codeIn((await answer()).text)).toBeNull();
    });

    it('otherwise than before brings none', async () => {
      const { url, account, form, answer } = await asked();
      await answer();
      for (const other of [
        await answerPage(url, account, { ...form, ticked: ['notes:read'] }),
        await answerPage(url, account, form, true),
      ])
        expect([other.status, textOf(other.text)]).toEqual([
          400,
          expect.stringContaining('You have already answered this'),
        ]);
    });

    it('as a refusal brings the same refusal, and never a code', async () => {
      const { url, account, form, answer } = await asked();
      for (let n = 0; n < 2; n += 1) {
        const { text } = await answerPage(url, account, form, true);
        expect(leadsTo(text).refresh?.searchParams.get('error')).toBe('access_denied');
      }
      expect(codeIn((await answer()).text)).toBeNull();
    });

    it('by another account is not answered', async () => {
      const { url, form, answer } = await asked();
      await answer();
      const other = await answerPage(url, await signUp(server), form);
      expect([other.status, codeIn(other.text)]).toEqual([400, null]);
      expect(textOf(other.text)).toContain('Photo Printer wants access');
    });

    it('for the account that the page shows, not for one that signed in elsewhere since: it is asked anew', async () => {
      const { url, form } = await asked();
      const other = await signUp(server, { name: 'Eve' });
      // As the page's script renews the session that runs out.
      const renewed = consentFormOf((await openPage(url, other)).text);
      const answered = await answerPage(url, other, { ...form, sessionId: renewed.sessionId });
      expect([answered.status, codeIn(answered.text), consentFormOf(answered.text).shown]).toEqual([
        400,
        null,
        other.id,
      ]);
      expect(textOf(answered.text)).toContain('Eve');
      expect(codeIn((await answerPage(url, other, consentFormOf(answered.text))).text)).not.toBeNull();
    });

    it('at the API the contract holds: the second is an error', async () => {
      const { account, form, answer } = await asked();
      await answer();
      const { headers } = await call('POST', `${server.url}/oauth2/authorize`, {
        headers: account.session,
        body: { session_id: form.sessionId, is_rejected: false },
      });
      expect(new URL(headers.get('location')!).searchParams.get('error')).toBe('invalid_request');
    });
  });

  it('after five minutes allows nothing, and the question can be shown again', async () => {
    const { account, url, answer } = await asked();
    await server.advance({ minutes: 5 });
    const { status, text } = await answer();
    expect(status).toBe(400);
    expect(textOf(text)).toContain('A request for access stays open for 5 minutes');
    expect(text.replaceAll('&amp;', '&')).toContain(`href="${url.slice(server.url.length)}"`);
    expect(leadsTo(text)).toMatchObject({ refresh: null, link: { hostname: 'app.example.com' } });
    expect(await grantsOf(account)).toEqual([]);
  });

  it('with nothing ticked asks again, and keeps that', async () => {
    const { url, account, form } = await asked();
    const { status, text } = await answerPage(url, account, { ...form, ticked: [] });
    expect([status, consentFormOf(text).ticked]).toEqual([400, []]);
    expect(textOf(text)).toContain('Choose at least one, or choose “Don’t allow”.');
    expect(await grantsOf(account)).toEqual([]);
  });

  it('of someone who signed out leads to the sign-in, and back', async () => {
    const { url, account, answer } = await asked();
    await call('DELETE', `${server.url}/api/session`, { headers: account.session });
    const { status, headers } = await answer();
    const to = new URL(headers.get('location')!, server.url);
    expect([status, to.pathname, to.searchParams.get('return_to')]).toEqual([
      303,
      '/sign-in',
      url.slice(server.url.length),
    ]);
  });

  it.each([
    ['of a foreign origin', { origin: 'https://evil.example.com' }],
    ['of no origin', { origin: 'null' }],
    ['of a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('by a form %s is refused, and nothing is decided', async (_, headers) => {
    const { url, account, form, answer } = await asked();
    expect((await answerPage(url, account, form, false, headers)).status).toBe(403);
    expect(codeIn((await answer()).text)).not.toBeNull();
  });

  describe('remembered', () => {
    it('is not asked for again where a developer registered the application', async () => {
      const { url, account, answer } = await asked();
      await answer();
      const { status, text } = await openPage(url, account);
      expect(status).toBe(200);
      expect((await exchange(server, application, codeIn(text)!)).body.scope).toBe('notes:read notes:write');
    });

    it.each([
      ['prompt=consent', { prompt: 'consent' }, {}],
      ['a page fetched ahead', {}, { 'sec-purpose': 'prefetch' }],
    ])('is asked for all the same with %s', async (_, override, headers) => {
      const { account, answer } = await asked();
      await answer();
      const { text } = await openPage(consentUrl(server, application, override), account, headers);
      expect(codeIn(text)).toBeNull();
      expect(textOf(text)).toMatch(/You already allow it to Read your notes .* It has had access since/);
      expect(consentFormOf(text)).toMatchObject({ ticked: ['notes:read', 'notes:write'], unticked: [] });
    });

    it('asks for what is new alone, and for who chooses an account', async () => {
      const { account, answer } = await asked({ scope: 'notes:read' });
      await answer();
      const { text } = await openPage(consentUrl(server, application), account);
      expect(textOf(text)).toMatch(/New: it would also like to Write .* You already allow it to Read/);
      const choosing = await openPage(
        consentUrl(server, application, { scope: 'notes:read', prompt: 'select_account' }),
        account,
      );
      expect([choosing.status, choosing.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/sign-in\?/)]);
    });

    it('never holds for a public application that anybody could pretend to be', async () => {
      const fields = { client_type: 'public', redirect_uris: ['http://127.0.0.1/cb'] };
      const tool = await register(server, developer, fields);
      const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
      const native = await asked(challenge, tool);
      await native.answer();
      expect(codeIn((await openPage(native.url, native.account)).text)).toBeNull();
    });
  });

  async function grantsOf({ session }: Account): Promise<unknown[]> {
    const { body } = await call<{ items: unknown[] }>('GET', `${server.url}/api/grants`, { headers: session });
    return body.items;
  }
});
