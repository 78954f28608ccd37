import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import {
  type Answer,
  type Application,
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  exchange,
  query,
  register,
  requestConsent,
} from '@consentry/test-support/world/world';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescape = (text: string) => text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '?');

/** The form that a browser would post, and its target. */
function formOf({ text }: Pick<Answer, 'text'>) {
  const [, method, action] = /<form method="(\w+)" action="([^"]*)"/.exec(text) ?? [];
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const parameters = Object.fromEntries(fields.map(([, name, value]) => [unescape(name!), unescape(value!)]));
  return { method, action: unescape(action ?? ''), parameters };
}

describe('OAuth 2.0 Form Post Response Mode', () => {
  // Part of the API: also where the server shows no pages of its own.
  const server = givenServer({ env: { CONSENT_UI_URL: 'off' } });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const FORM_POST = { response_mode: 'form_post' };
  const answerOf = async (
    override: Record<string, string> = {},
    decision = { is_rejected: false },
    of = application,
  ) => {
    const { sessionID } = await requestConsent(server, account, of, { ...FORM_POST, ...override });
    return decide(server, account, sessionID, decision);
  };

  it('§2 the response is posted by a page, its parameters in the body alone', async () => {
    const answer = await answerOf();
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const { method, action, parameters } = formOf(answer);
    expect([method, action]).toEqual(['post', CALLBACK]);
    expect(Object.keys(parameters).sort()).toEqual(['code', 'iss', 'state']);
    expect(parameters).toMatchObject({ state: 'a-state', iss: server.url });
    expect((await exchange(server, application, parameters.code!)).status).toBe(200);
  });

  it('§2 the page submits itself, and has a button where no script runs', async () => {
    const { text } = await answerOf();
    const [, script] = /<script src="([^"]+)" defer/.exec(text) ?? [];
    expect((await call('GET', `${server.url}${script}`)).text).toContain('document.forms[0].submit()');
    expect(text).toMatch(/<button[^>]*>Continue<\/button>/);
  });

  it('the page speaks the language of the browser', async () => {
    const { sessionID } = await requestConsent(server, account, application, FORM_POST);
    const { text } = await call('POST', `${server.url}/oauth2/authorize`, {
      headers: { ...account.session, 'accept-language': 'de' },
      body: new URLSearchParams(query({ session_id: sessionID, is_rejected: 'true' })),
    });
    expect(text).toMatch(/<html lang="de">.*<button[^>]*>Weiter<\/button>/s);
  });

  it('§2 errors are posted too', async () => {
    const { parameters } = formOf(await answerOf({}, { is_rejected: true }));
    expect(parameters).toMatchObject({ error: 'access_denied', state: 'a-state', iss: server.url });
    expect(parameters).not.toHaveProperty('code');
  });

  it('§2 what is answered without asking is posted as well', async () => {
    const stranger = await register(server, account);
    const url = (of: Application) => authorizeUrl(server, of, { ...FORM_POST, prompt: 'none' });
    const refused = await call('GET', url(stranger), { headers: account.session });
    expect([refused.status, formOf(refused).parameters.error]).toEqual([200, 'consent_required']);
    await answerOf();
    const granted = await call('GET', url(application), { headers: account.session });
    expect(Object.keys(formOf(granted).parameters).sort()).toEqual(['code', 'iss', 'state']);
  });

  it('§4 the page is not kept, not framed, and runs and loads nothing but ours', async () => {
    const { headers } = await answerOf();
    const names = ['cache-control', 'x-content-type-options', 'x-frame-options', 'referrer-policy'];
    expect(names.map((name) => headers.get(name))).toEqual(['no-store', 'nosniff', 'DENY', 'no-referrer']);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'",
    );
  });

  it('§5 nothing of the request becomes part of the page', async () => {
    const state = `"><script>alert(1)</script>&quot;'<`;
    const answer = await answerOf({ state });
    expect(answer.text).not.toContain('<script>alert');
    expect(formOf(answer).parameters.state).toBe(state);
    const redirect_uri = "https://app.example.com/c?a=b&c='x'";
    const other = await register(server, account, { redirect_uris: [redirect_uri] });
    expect(formOf(await answerOf({}, { is_rejected: true }, other)).action).toBe(redirect_uri);
  });

  it.each(['http://127.0.0.1:8123/c', 'http://[::1]:8123/c', 'com.example.app:/c'])(
    'a form may go to %s',
    async (redirect_uri) => {
      const mobile = await register(server, account, { client_type: 'public', redirect_uris: [redirect_uri] });
      const proof = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
      const answer = await answerOf(proof, { is_rejected: true }, mobile);
      expect(formOf(answer).action).toBe(redirect_uri);
      expect(answer.headers.get('content-security-policy')).not.toContain('form-action');
    },
  );

  it('a page that calls with fetch is told what to post', async () => {
    const { sessionID } = await requestConsent(server, account, application, FORM_POST);
    const { status, body, headers } = await call('POST', `${server.url}/oauth2/authorize`, {
      headers: { ...account.session, prefer: 'return=representation' },
      body: new URLSearchParams(query({ session_id: sessionID, is_rejected: 'true' })),
    });
    expect([status, headers.get('preference-applied')]).toEqual([200, 'return=representation']);
    expect(body).toMatchObject({
      redirect_to: CALLBACK,
      response_mode: 'form_post',
      parameters: { error: 'access_denied', state: 'a-state', iss: server.url },
    });
  });

  it('Multiple Response Types §2.1 a code or an error in the fragment, where that is asked for', async () => {
    const redirect_uris = [`${CALLBACK}?tenant=1`];
    const other = await register(server, account, { redirect_uris });
    const inFragment = { response_mode: 'fragment', redirect_uri: redirect_uris[0]! };
    const { sessionID } = await requestConsent(server, account, other, inFragment);
    const [uri, fragment] = (await decide(server, account, sessionID)).headers.get('location')!.split('#');
    const answer = new URLSearchParams(fragment);
    expect([uri, [...answer.keys()].sort()]).toEqual([redirect_uris[0], ['code', 'iss', 'state']]);
    const spent = await exchange(server, other, answer.get('code')!, { redirect_uri: redirect_uris[0]! });
    expect(spent.status).toBe(200);
    const refused = await requestConsent(server, account, other, inFragment);
    const back = (await decide(server, account, refused.sessionID, { is_rejected: true })).headers.get('location')!;
    expect(back).toMatch(/^https:\/\/app\.example\.com\/callback\?tenant=1#error=access_denied&/);
  });

  it('Multiple Response Types §2.1 an unknown mode is refused', async () => {
    for (const response_mode of ['web_message', 'jwt']) {
      const url = authorizeUrl(server, application, { response_mode });
      const { status, body } = await call('GET', url, { headers: account.session });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
    expect((await answerOf({ response_mode: 'query' })).status).toBe(301);
  });

  it('the metadata names it', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body.response_modes_supported).toEqual(['query', 'fragment', 'form_post']);
  });
});
