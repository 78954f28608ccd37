import { cookieOf, sessionCookie } from '@consentry/test-support/world/cookies';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import { restartWith, twoResources } from '@consentry/test-support/world/two-resources';
import {
  type Application,
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  exchange,
  obtainCode,
  register,
  requestConsent,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

type Headers = Record<string, string>;

describe('POST /oauth2/authorize: the decision', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const stranger = givenAccount(server);
  const application = givenApplication(server, account);

  const openSession = async (of = application) => (await requestConsent(server, account, of)).sessionID;
  const post = (body: unknown, headers: Headers = account.session) =>
    call('POST', `${server.url}/oauth2/authorize`, { headers, body });
  const locationOf = ({ headers }: { headers: globalThis.Headers }) => headers.get('location') ?? '';
  const parametersOf = (answer: { headers: globalThis.Headers }) =>
    Object.fromEntries(new URL(locationOf(answer)).searchParams);

  /** An open session accepts a decision. */
  const expectOpen = async (sessionId: string) =>
    expect(parametersOf(await decide(server, account, sessionId))).toHaveProperty('code');

  const OVER = {
    error: 'invalid_request',
    error_description: expect.any(String) as string,
    state: 'a-state',
    iss: expect.any(String) as string,
  };

  it('approved: 301 with code, state and iss, that nobody stores', async () => {
    const answer = await decide(server, account, await openSession());
    expect([answer.status, answer.text]).toEqual([301, '']);
    expect(locationOf(answer).startsWith(`${CALLBACK}?code=`)).toBe(true);
    expect(parametersOf(answer)).toEqual({
      code: expect.stringMatching(/^[A-Za-z0-9_-]{22,}$/) as string,
      state: 'a-state',
      iss: server.url,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('vary')).toMatch(/Prefer/);
    expect((await exchange(server, application, parametersOf(answer).code ?? '')).status).toBe(200);
  });

  it('rejected: 301 with access_denied, state and iss, and no code ever', async () => {
    const sessionId = await openSession();
    const answer = await decide(server, account, sessionId, { is_rejected: true });
    expect(answer.status).toBe(301);
    expect(parametersOf(answer)).toEqual({ ...OVER, error: 'access_denied', iss: server.url });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(parametersOf(await decide(server, account, sessionId))).toEqual({ ...OVER, iss: server.url });
  });

  it('without a state in the request there is none in the answer', async () => {
    const request = { state: undefined, code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' };
    const { sessionID } = await requestConsent(server, account, application, request);
    expect(Object.keys(parametersOf(await decide(server, account, sessionID)))).toEqual(['code', 'iss']);
    const other = await requestConsent(server, account, application, request);
    const refused = await decide(server, account, other.sessionID, { is_rejected: true });
    expect(Object.keys(parametersOf(refused))).toEqual(['error', 'error_description', 'iss']);
  });

  it('decided before, either way: 301 with invalid_request and never a second code', async () => {
    const sessionId = await openSession();
    await decide(server, account, sessionId);
    for (const is_rejected of [false, true, false]) {
      const again = await decide(server, account, sessionId, { is_rejected });
      expect(again.status).toBe(301);
      expect(parametersOf(again)).toEqual({ ...OVER, iss: server.url });
    }
  });

  it('decided twice at the same moment: one is carried out', async () => {
    const sessionId = await openSession();
    const answers = await Promise.all(
      [false, true, false, true].map((is_rejected) => decide(server, account, sessionId, { is_rejected })),
    );
    const over = answers.filter((answer) => parametersOf(answer).error === 'invalid_request');
    expect(over).toHaveLength(3);
  });

  describe('Prefer: return=representation asks for 200 with the redirect in the body', () => {
    it.each([
      'return=representation',
      'respond-async, return=representation',
      'Return="representation"',
      'return=representation; x=1',
    ])('%s', async (prefer) => {
      const answer = await post(
        { session_id: await openSession(), is_rejected: false },
        { ...account.session, prefer },
      );
      expect(answer.status).toBe(200);
      expect(locationOf(answer)).toBe('');
      expect(Object.keys(answer.body)).toEqual(['redirect_to']);
      expect(answer.body.redirect_to).toMatch(/^https:\/\/app\.example\.com\/callback\?code=/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('for refusals and sessions that are over too', async () => {
      const headers = { ...account.session, prefer: 'return=representation' };
      const session_id = await openSession();
      const refused = await post({ session_id, is_rejected: true }, headers);
      expect([refused.status, refused.body.redirect_to]).toEqual([
        200,
        expect.stringContaining('?error=access_denied&'),
      ]);
      const over = await post({ session_id, is_rejected: true }, headers);
      expect([over.status, over.body.redirect_to]).toEqual([200, expect.stringContaining('?error=invalid_request&')]);
    });

    it.each(['return=minimal', 'representation', 'return', 'return=representations'])('%s does not', async (prefer) => {
      const answer = await post(
        { session_id: await openSession(), is_rejected: false },
        { ...account.session, prefer },
      );
      expect(answer.status).toBe(301);
    });
  });

  describe('who asks', () => {
    it('a stranger hears 401 login_required, whatever is wrong with the body', async () => {
      const sessionId = await openSession();
      for (const headers of [{}, { authorization: 'Bearer nonsense' }, { cookie: `${sessionCookie(server)}=nonsense` }])
        for (const body of [{ session_id: sessionId, is_rejected: false }, {}, 'not JSON']) {
          const { status, body: answer, headers: sent } = await post(body, headers);
          expect([status, answer.error]).toEqual([401, 'login_required']);
          expect(sent.get('www-authenticate')).toMatch(/^Bearer/);
        }
      await expectOpen(sessionId);
    });

    it('so does who signed out meanwhile, for the screen too', async () => {
      const sessionId = await openSession();
      const { session } = await signIn(server, account);
      expect((await call('GET', authorizeUrl(server, application), { headers: session })).status).toBe(200);
      await call('DELETE', `${server.url}/api/session`, { headers: session });
      const answers = [
        await call('GET', authorizeUrl(server, application), { headers: session }),
        await post({ session_id: sessionId, is_rejected: false }, session),
        await post({ session_id: 'unknown', is_rejected: false }, session),
        await post('not JSON', session),
      ];
      for (const { status, body } of answers) expect([status, body.error]).toEqual([401, 'login_required']);
      await expectOpen(sessionId);
    });

    it('a foreign origin hears 403 before that, and nothing is decided', async () => {
      const sessionId = await openSession();
      const origin = 'https://evil.example.com';
      for (const headers of [{ origin }, { ...account.session, origin }, { ...cookieOf(server, account), origin }]) {
        const { status, body } = await post({ session_id: sessionId, is_rejected: false }, headers);
        expect([status, body.error]).toEqual([403, 'access_denied']);
      }
      await expectOpen(sessionId);
    });

    it('an access token decides nothing', async () => {
      const tokens = await exchange(server, application, await obtainCode(server, account, application));
      const sessionId = await openSession();
      const { status } = await post(
        { session_id: sessionId, is_rejected: false },
        { authorization: `Bearer ${tokens.body.access_token}` },
      );
      expect(status).toBe(401);
      await expectOpen(sessionId);
    });

    it("another account's session answers as an unknown one does, and stays open", async () => {
      const sessionId = await openSession();
      const foreign = await decide(server, stranger, sessionId);
      const unknown = await decide(server, stranger, 'unknown');
      expect([unknown.status, unknown.body.error]).toEqual([400, 'invalid_request']);
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
      await expectOpen(sessionId);
      expect((await decide(server, stranger, sessionId)).text).toBe(unknown.text);
    });
  });

  describe('the application, between request and decision', () => {
    const patch = (of: Application, body: object) =>
      call('PATCH', `${server.url}/api/applications/${of.client_id}`, { headers: account.session, body });

    const expectNoRedirect = async (sessionId: string, decision?: Record<string, unknown>) => {
      const answer = await decide(server, account, sessionId, decision);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client']);
      expect(Object.keys(answer.body)).toEqual(['error', 'error_description']);
      expect(answer.headers.get('location')).toBeNull();
      return answer.body.error_description;
    };

    it('disabled: 400 invalid_client; enabled again the session is still open', async () => {
      const own = await register(server, account);
      const sessionId = await openSession(own);
      await patch(own, { enabled: false });
      await expectNoRedirect(sessionId);
      await expectNoRedirect(sessionId, { is_rejected: true });
      await expectNoRedirect(sessionId, {});
      await patch(own, { enabled: true });
      await expectOpen(sessionId);
    });

    it('deleted: 400 invalid_client', async () => {
      const own = await register(server, account);
      const sessionId = await openSession(own);
      await call('DELETE', `${server.url}/api/applications/${own.client_id}`, { headers: account.session });
      await expectNoRedirect(sessionId);
    });

    it('its redirect URI removed: 400 invalid_client, also for a session that is over', async () => {
      const own = await register(server, account);
      const [decided, open] = [await openSession(own), await openSession(own)];
      await decide(server, account, decided);
      await patch(own, { redirect_uris: ['https://app.example.com/new'] });
      const words = "the session's redirect URI is no longer registered for this application";
      expect(await expectNoRedirect(open)).toBe(words);
      expect(await expectNoRedirect(decided)).toBe(words);
    });
  });

  describe('which part of the scope', () => {
    const granted = async (scope: unknown) => {
      const { headers } = await decide(server, account, await openSession(), { is_rejected: false, scope });
      const code = new URL(headers.get('location') ?? 'none:').searchParams.get('code');
      return (await exchange(server, application, code ?? '')).body.scope;
    };

    it('no scope grants all that was asked', async () => {
      expect(await granted(undefined)).toBe('notes:read notes:write');
      expect(await granted('')).toBe('notes:read notes:write');
    });

    it('a part of it grants that part, in the order asked', async () => {
      expect(await granted('notes:write')).toBe('notes:write');
      expect(await granted('notes:write notes:read')).toBe('notes:read notes:write');
    });

    it.each(['notes:read photos:read', 'unknown', ' ', 'NOTES:READ', 'notes'])(
      '%j is not a part: 400 invalid_scope, and the session stays open',
      async (scope) => {
        const sessionId = await openSession();
        const { status, body, headers } = await decide(server, account, sessionId, { is_rejected: false, scope });
        expect([status, body.error]).toEqual([400, 'invalid_scope']);
        expect(headers.get('location')).toBeNull();
        await expectOpen(sessionId);
      },
    );

    it('what the application may use but did not ask for is not a part', async () => {
      const { sessionID } = await requestConsent(server, account, application, { scope: 'notes:read' });
      const { body } = await decide(server, account, sessionID, {
        is_rejected: false,
        scope: 'notes:read notes:write',
      });
      expect(body.error).toBe('invalid_scope');
    });
  });

  it('nothing else is read from the body', async () => {
    const sessionId = await openSession();
    const answer = await decide(server, account, sessionId, {
      is_rejected: false,
      state: 'other',
      redirect_uri: 'https://evil.example.com/',
      client_id: 'other',
      account_id: stranger.id,
    });
    expect(locationOf(answer)).toMatch(/^https:\/\/app\.example\.com\/callback\?code=[^&]+&state=a-state&iss=/);
  });

  it('nor from the query', async () => {
    const sessionId = await openSession();
    const { status } = await call('POST', `${server.url}/oauth2/authorize?session_id=${sessionId}&is_rejected=false`, {
      headers: account.session,
      body: {},
    });
    expect(status).toBe(400);
    await expectOpen(sessionId);
  });
});

describe('a decision after RESOURCES_FILE was changed', () => {
  it('gives the scopes that are still there: invalid_scope, and no code then or later, where none is', async () => {
    const env = twoResources();
    const server = await TestServer.start({ env });
    try {
      const account = await signUp(server);
      const application = await register(server, account);
      const whole = await requestConsent(server, account, application);
      const writing = await requestConsent(server, account, application, { scope: 'notes:write' });
      const photos = await requestConsent(server, account, application, { scope: 'photos:read' });
      const approve = async (sessionId: string) => {
        const { status, headers } = await decide(server, account, sessionId);
        expect(status).toBe(301);
        return Object.fromEntries(new URL(headers.get('location') ?? 'none:').searchParams);
      };

      await restartWith('reading', server, env);
      for (const { sessionID } of [writing, photos])
        expect(await approve(sessionID)).toEqual({
          error: 'invalid_scope',
          error_description: expect.any(String) as string,
          state: 'a-state',
          iss: server.url,
        });
      expect((await call('GET', `${server.url}/api/grants`, { headers: account.session })).body).toEqual({ items: [] });

      const { code = '' } = await approve(whole.sessionID);
      await restartWith('both', server, env);
      expect((await exchange(server, application, code)).body.scope).toBe('notes:read');
      expect((await approve(writing.sessionID)).error).toBe('invalid_request');
    } finally {
      await server.stop();
    }
  });
});
