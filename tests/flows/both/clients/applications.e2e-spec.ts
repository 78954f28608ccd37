import { anyText, textLike } from '@consentry/test-support/world/anything';
import { SILENT_FIELDS } from '../../support/application-fields';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { expectProblem, wrongFields } from '@consentry/test-support/world/problem';
import {
  type Application,
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  pkce,
  refresh,
  register,
  requestConsent,
} from '@consentry/test-support/world/world';

describe('applications', () => {
  const server = givenServer();
  const developer = givenAccount(server);
  const stranger = givenAccount(server);

  const path = (clientId: string) => `${server.url}/api/applications/${clientId}`;
  const post = (fields: object, { session } = developer) =>
    call('POST', `${server.url}/api/applications`, {
      headers: session,
      body: { name: 'Test app', redirect_uris: [CALLBACK], ...fields },
    });
  const show = ({ client_id }: Application, { session } = developer) =>
    call('GET', path(client_id), { headers: session });
  const patch = ({ client_id }: Application, body: object, { session } = developer) =>
    call('PATCH', path(client_id), { headers: session, body });
  const remove = ({ client_id }: Application, { session } = developer) =>
    call('DELETE', path(client_id), { headers: session });

  describe('registering one', () => {
    it('answers with the application and its secret, which is shown this once', async () => {
      const { status, body } = await post({});
      expect(status).toBe(201);
      expect(body).toEqual({
        client_id: textLike(/^[A-Za-z0-9_-]+$/),
        client_secret: textLike(/^csy_secret_[A-Za-z0-9_-]{49}$/),
        name: 'Test app',
        client_type: 'confidential',
        description: null,
        homepage_uri: null,
        logo_uri: null,
        redirect_uris: [CALLBACK],
        scopes: null,
        enabled: true,
        require_client_authentication: false,
        loopback_any_port: false,
        refresh_retry_window: 0,
        ...SILENT_FIELDS,
        created_at: textLike(/^\d{4}-.*Z$/),
        secrets: [{ id: anyText, created_at: body['created_at'], last_used_at: null }],
      });

      const { client_secret, ...application } = body as unknown as Application;
      expect((await show(body as unknown as Application)).body).toEqual(application);
      const list = await call('GET', `${server.url}/api/applications`, { headers: developer.session });
      expect((list.body['items'] as Application[]).map((it) => it.client_id)).toContain(application.client_id);
      expect(list.text).not.toContain(client_secret);
      expect(list.text).not.toContain('hash');
    });

    it('takes every field', async () => {
      const fields = {
        name: 'Ünï ☂',
        redirect_uris: ['https://b.example/2', 'https://a.example/1', 'http://localhost:8080/cb?x=y'],
        client_type: 'confidential',
        description: 'What it does',
        homepage_uri: 'https://app.example.com',
        logo_uri: 'http://localhost:9/logo.png',
        scopes: ['notes:write', 'notes:read'],
        enabled: false,
        require_client_authentication: true,
        loopback_any_port: true,
      };
      const { status, body } = await post(fields);
      expect({ status, body }).toMatchObject({ status: 201, body: fields });
      expect((await show(body as unknown as Application)).body).toMatchObject(fields);
    });

    it('gives a public application no secret', async () => {
      const { status, body } = await post({ client_type: 'public' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ client_type: 'public', secrets: [] });
      expect(body).not.toHaveProperty('client_secret');
    });

    it.each([
      ['name', undefined],
      ['name', null],
      ['name', ''],
      ['name', 'n'.repeat(201)],
      ['name', 7],
      ['redirect_uris', undefined],
      ['redirect_uris', null],
      ['redirect_uris', []],
      ['redirect_uris', CALLBACK],
      ['redirect_uris', { 0: CALLBACK, length: 1 }],
      ['redirect_uris', [7]],
      ['redirect_uris', [[CALLBACK]]],
      ['redirect_uris', [CALLBACK, CALLBACK]],
      ['redirect_uris', Array.from({ length: 21 }, (_, n) => `${CALLBACK}/${n}`)],
      ['client_type', 'native'],
      ['client_type', null],
      ['description', 'd'.repeat(2001)],
      ['description', 'a bell \u0007'],
      ['name', 'turned \u202e around'],
      ['name', 'two\nlines'],
      ['description', ['d']],
      ['homepage_uri', 'http://app.example.com'],
      ['homepage_uri', 'http://localhost.evil.example'],
      ['homepage_uri', 'javascript:alert(1)'],
      ['homepage_uri', '//app.example.com'],
      ['homepage_uri', 'https://app.example.com/\n'],
      ['homepage_uri', 'https://app.example.com/a\tb'],
      ['homepage_uri', ''],
      ['logo_uri', 'data:image/svg+xml,<svg/>'],
      ['logo_uri', 'https:/app.example.com/logo.png'],
      ['logo_uri', `https://app.example.com/${'l'.repeat(2048)}`],
      ['logo_uri', 7],
      ['scopes', 'notes:read'],
      ['scopes', []],
      ['scopes', ['notes:read', 'notes:read']],
      ['scopes', [null]],
      ['enabled', 'true'],
      ['enabled', null],
      ['require_client_authentication', 1],
      ['loopback_any_port', 'yes'],
      ['client_id', 'my-own-id'],
      ['client_secret', 'my-own-secret'],
      ['account_id', 'other'],
      ['constructor', 1],
    ])('refuses %s %j and names the field', async (field, value) => {
      expectProblem(await post({ [field]: value }), 400, field);
    });

    it('names the entry of a list that is wrong', async () => {
      expectProblem(await post({ scopes: ['notes:read', 'notes:delete'] }), 400, 'scopes[1]');
      expectProblem(
        await post({ redirect_uris: [CALLBACK, 'http://a.example', '/cb'] }),
        400,
        'redirect_uris[1]',
        'redirect_uris[2]',
      );
    });

    it('demands no client authentication of a public application, which has none', async () => {
      const answer = await post({ client_type: 'public', require_client_authentication: true });
      expectProblem(answer, 400, 'require_client_authentication');
    });

    it('takes 20 redirect URIs', async () => {
      const redirect_uris = Array.from({ length: 20 }, (_, n) => `${CALLBACK}/${n}`);
      expect((await post({ redirect_uris })).body).toMatchObject({ redirect_uris });
    });

    const LONGEST = `https://app.example.com/${'p'.repeat(2048 - 24)}`;

    it.each([
      'https://app.example.com',
      'https://app.example.com/',
      'https://app.example.com:8443/cb',
      'https://app.example.com/cb?tenant=7&x=%20',
      'https://app.example.com/cb?',
      'https://app.example.com/%63b/../cb//',
      "https://app.example.com/~it's(fine)!;a=1,b",
      'https://app.example.com/cb?codes=1&State=2&error_code=3&xcode=4',
      'https://192.0.2.1/cb',
      'https://[2001:db8::1]/cb',
      'HTTPS://App.Example.com/cb',
      'http://localhost/cb',
      'http://localhost:3000',
      'http://127.0.0.1:9999/cb',
      'http://[::1]:9999/cb',
      'http://LOCALHOST/cb',
      LONGEST,
    ])('takes the redirect URI %s', async (uri) => {
      const answer = await post({ redirect_uris: [uri] });
      expect({ status: answer.status, uris: answer.body['redirect_uris'] }).toEqual({ status: 201, uris: [uri] });
    });

    it.each([
      '',
      ' ',
      'app.example.com/cb',
      '/cb',
      '//app.example.com/cb',
      'https:/app.example.com/cb',
      'https:app.example.com/cb',
      'https:///app.example.com/cb',
      'https://',
      'https://?x',
      'https://app.example.com/cb#',
      'https://app.example.com/cb#part',
      'https://user@app.example.com/cb',
      'https://user:password@app.example.com/cb',
      'https://@app.example.com/cb',
      'https://:@app.example.com/cb',
      'https://*.example.com/cb',
      'https://app.example.com/*',
      'https://app.example.com\\@evil.example/cb',
      'https://app.example.com/a\\b',
      'https://app.example.com/a b',
      ' https://app.example.com/cb',
      'https://app.example.com/cb ',
      'https://app.example.com/\ncb',
      'https://app.example.com/\tcb',
      'https://app.example.com/\u0000',
      'https://app.example.com/\u007f',
      'https://äpp.example.com/cb',
      'https://app.example.com/cb?q=é',
      'https://app.example.com:99999/cb',
      'https://[::1/cb',
      'http://app.example.com/cb',
      'http://localhost.example.com/cb',
      'http://localhost@evil.example/cb',
      'http://127.0.0.1.evil.example/cb',
      'http://127.0.0.2/cb',
      'http://0.0.0.0/cb',
      'http://[::]/cb',
      'http:localhost/cb',
      'ftp://app.example.com/cb',
      'ws://localhost/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'urn:ietf:wg:oauth:2.0:oob',
      'myapp://cb',
      'com.example.app:/cb',
      'https://app.example.com/cb?code=1',
      'https://app.example.com/cb?x=1&state',
      'https://app.example.com/cb?iss=',
      'https://app.example.com/cb?error=1',
      'https://app.example.com/cb?error_description=1',
      'https://app.example.com/cb?error_uri=1',
      'https://app.example.com/cb?session_state=1',
      'https://app.example.com/cb?response=1',
      'https://app.example.com/cb?%63ode=1',
      `${LONGEST}p`,
    ])('refuses the redirect URI %j', async (uri) => {
      expectProblem(await post({ redirect_uris: [uri] }), 400, 'redirect_uris[0]');
    });

    it.each([
      ['com.example.app:/cb', 201],
      ['com.example.app://cb', 201],
      ['http://127.0.0.1:1/cb', 201],
      ['https://app.example.com/cb', 201],
      ['myapp:/cb', 400],
      ['com.example.app:/cb?code=1', 400],
      ['com.example.app:/cb#x', 400],
      ['com.example.app://user@cb', 400],
      ['http://app.example.com/cb', 400],
      ['javascript:alert(document.domain)', 400],
    ])('of a public application: %s is %i', async (uri, status) => {
      const answer = await post({ client_type: 'public', redirect_uris: [uri] });
      expect({ status: answer.status, fields: wrongFields(answer) }).toEqual({
        status,
        fields: status === 201 ? [] : ['redirect_uris[0]'],
      });
    });
  });

  it("are nobody else's business", async () => {
    const application = await register(server, developer);
    const answers = [
      await show(application, stranger),
      await patch(application, { name: 'Mine' }, stranger),
      await remove(application, stranger),
      await call('POST', `${path(application.client_id)}/secrets`, { headers: stranger.session }),
      await call('POST', `${path(application.client_id)}/test-token`, {
        headers: stranger.session,
        body: { scope: 'notes:read' },
      }),
    ];
    const unknown = await call('GET', path('0'.repeat(32)), { headers: stranger.session });
    for (const answer of answers) {
      expectProblem(answer, 404);
      expect(answer.body).toEqual(unknown.body);
    }
    const list = await call('GET', `${server.url}/api/applications`, { headers: stranger.session });
    expect(list.body).toEqual({ items: [] });
    expect((await show(application)).body).toMatchObject({ name: 'Test app' });
  });

  describe('changing one', () => {
    it.each([
      ['name', 'Renamed'],
      ['redirect_uris', ['https://new.example.com/cb', CALLBACK]],
      ['description', 'New words'],
      ['homepage_uri', 'https://new.example.com'],
      ['logo_uri', 'https://new.example.com/logo.png'],
      ['scopes', ['notes:read']],
      ['enabled', false],
      ['require_client_authentication', true],
      ['loopback_any_port', true],
    ])('changes %s and nothing else', async (field, value) => {
      const application = await register(server, developer);
      const before = (await show(application)).body;
      const { status, body } = await patch(application, { [field]: value });
      expect({ status, body }).toEqual({ status: 200, body: { ...before, [field]: value } });
      expect((await show(application)).body).toEqual(body);
    });

    it.each(['description', 'homepage_uri', 'logo_uri', 'scopes'])('empties %s by null', async (field) => {
      const application = await register(server, developer, {
        description: 'd',
        homepage_uri: 'https://a.example',
        logo_uri: 'https://a.example',
        scopes: ['notes:read'],
      });
      expect((await patch(application, { [field]: null })).body).toMatchObject({ [field]: null });
    });

    it.each([
      ['client_id', 'x'],
      ['client_type', 'public'],
      ['created_at', '2020-01-01T00:00:00.000Z'],
      ['secrets', []],
      ['client_secret', 'x'],
      ['colour', 'red'],
      ['name', null],
      ['redirect_uris', null],
      ['redirect_uris', []],
      ['enabled', null],
      ['enabled', 0],
      ['homepage_uri', 'http://a.example'],
    ])('refuses %s %j and changes nothing', async (field, value) => {
      const application = await register(server, developer);
      const before = (await show(application)).body;
      expectProblem(await patch(application, { name: 'Renamed', [field]: value }), 400, field);
      expect((await show(application)).body).toEqual(before);
    });

    it('holds new redirect URIs to the rules of its type', async () => {
      const native = await register(server, developer, { client_type: 'public' });
      const web = await register(server, developer);
      const change = { redirect_uris: ['com.example.app:/cb'] };
      expect((await patch(native, change)).status).toBe(200);
      expectProblem(await patch(web, change), 400, 'redirect_uris[0]');
    });

    it('changes nothing by an empty object', async () => {
      const application = await register(server, developer);
      const before = (await show(application)).body;
      expect(await patch(application, {})).toMatchObject({ status: 200, body: before });
    });

    it('takes effect at once on its requests', async () => {
      const application = await register(server, developer);
      const { sessionID } = await requestConsent(server, developer, application);
      await patch(application, { redirect_uris: ['https://new.example.com/cb'], scopes: ['notes:read'] });

      const ask = (override: Record<string, string>) =>
        call('GET', authorizeUrl(server, application, override), { headers: developer.session });
      expect((await ask({})).body).toMatchObject({ error: 'invalid_request' });
      const moved = { redirect_uri: 'https://new.example.com/cb' };
      expect((await ask(moved)).body).toMatchObject({ error: 'invalid_scope' });
      expect((await ask({ ...moved, scope: 'notes:read' })).status).toBe(200);
      const decision = await decide(server, developer, sessionID);
      expect(decision).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
      expect(decision.headers.has('location')).toBe(false);
    });

    it('disables it, and enables it again', async () => {
      const application = await register(server, developer);
      const { refresh_token } = await obtainTokens(server, developer, application);
      const code = await obtainCode(server, developer, application);
      const { sessionID } = await requestConsent(server, developer, application);

      expect((await patch(application, { enabled: false })).status).toBe(200);

      const ask = () => call('GET', authorizeUrl(server, application), { headers: developer.session });
      expect(await ask()).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
      expect(await decide(server, developer, sessionID)).toMatchObject({
        status: 400,
        body: { error: 'invalid_client' },
      });
      expect(await exchange(server, application, code)).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      });
      expect((await refresh(server, refresh_token)).status).toBeGreaterThanOrEqual(400);

      expect((await patch(application, { enabled: true })).status).toBe(200);
      expect((await ask()).status).toBe(200);
      expect((await exchange(server, application, code)).status).toBe(200);
      expect((await refresh(server, refresh_token)).status).toBe(200);
    });
  });

  describe('deleting one', () => {
    it('ends its grants, families and codes', async () => {
      const application = await register(server, developer);
      const other = await register(server, developer);
      const tokens = await obtainTokens(server, stranger, application);
      const kept = await obtainTokens(server, stranger, other);
      const code = await obtainCode(server, stranger, application);
      const { sessionID } = await requestConsent(server, stranger, application);

      const { status, text } = await remove(application);
      expect({ status, text }).toEqual({ status: 204, text: '' });

      expectProblem(await show(application), 404);
      expectProblem(await remove(application), 404);
      expectProblem(await patch(application, { enabled: true }), 404);
      expect((await refresh(server, tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
      expect((await exchange(server, application, code)).body).toMatchObject({ error: 'invalid_client' });
      expect(await decide(server, stranger, sessionID)).toMatchObject({
        status: 400,
        body: { error: 'invalid_client' },
      });
      const grants = await call('GET', `${server.url}/api/grants`, { headers: stranger.session });
      expect((grants.body['items'] as { client: Application }[]).map(({ client }) => client.client_id)).toEqual([
        other.client_id,
      ]);
      expect((await refresh(server, kept.refresh_token)).status).toBe(200);
    });
  });

  it('of the public kind goes through the flow by PKCE alone', async () => {
    const application = await register(server, developer, {
      client_type: 'public',
      redirect_uris: ['com.example.app:/cb'],
    });
    const { verifier, challenge } = pkce();
    const { sessionID } = await requestConsent(server, developer, application, {
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const location = (await decide(server, developer, sessionID)).headers.get('location') ?? '';
    expect(location).toMatch(/^com\.example\.app:\/cb\?code=/);
    const code = new URL(location).searchParams.get('code') ?? '';
    const exchanged = await exchange(server, application, code, { client_secret: undefined, code_verifier: verifier });
    expect(exchanged.status).toBe(200);
  });
});
