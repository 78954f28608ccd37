import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import {
  type Answer,
  type Application,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  pkce,
  query,
  refresh,
  register,
} from '@consentry/test-support/world/world';

type Parameters = Record<string, string | undefined>;

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const CHALLENGE = 'Basic realm="consentry", charset="UTF-8"';
const everyByte = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

describe('the token endpoints: who the client is', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  const other = givenApplication(server, account);
  const mobile = givenApplication(server, account, { client_type: 'public' });

  const asGet = (parameters: Parameters, headers: Record<string, string> = {}) =>
    call('GET', `${server.url}/oauth2/access_token?${query(parameters)}`, { headers });
  const asPost = (parameters: Parameters, headers: Record<string, string> = {}) =>
    call('POST', `${server.url}/oauth2/token`, { headers, body: new URLSearchParams(query(parameters)) });
  const methods: [string, typeof asGet][] = [
    ['GET', asGet],
    ['POST', asPost],
  ];

  const exchangeOf = (code: string, of = application) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: of.redirect_uris[0],
  });
  const secretOf = ({ client_id, client_secret }: Application) => ({ client_id, client_secret });
  const expectUnspent = async (code: string) => expect((await exchange(server, application, code)).status).toBe(200);
  const errorOf = ({ status, body }: Answer) => [status, body.error];

  describe.each(methods)('by %s', (_, send) => {
    it('its id and secret as parameters', async () => {
      const code = await obtainCode(server, account, application);
      expect((await send({ ...exchangeOf(code), ...secretOf(application) })).status).toBe(200);
    });

    it('Basic, raw or form-encoded inside, in any case of the scheme', async () => {
      const { client_id, client_secret } = application;
      const raw = basic(client_id, client_secret);
      const ways = [
        raw,
        basic(everyByte(client_id), everyByte(client_secret)),
        { authorization: raw.authorization.replace('Basic', 'bASIC') },
        { authorization: raw.authorization.replace('Basic ', 'Basic   ') },
        { authorization: raw.authorization.replaceAll('=', '') },
      ];
      for (const headers of ways) {
        const code = await obtainCode(server, account, application);
        expect((await send(exchangeOf(code), headers)).status).toBe(200);
      }
    });

    it('an equal client_id beside Basic is no second method, another is', async () => {
      const code = await obtainCode(server, account, application);
      const headers = basic(application.client_id, application.client_secret);
      const mismatch = await send({ ...exchangeOf(code), client_id: other.client_id }, headers);
      expect(errorOf(mismatch)).toEqual([400, 'invalid_request']);
      expect((await send({ ...exchangeOf(code), client_id: application.client_id }, headers)).status).toBe(200);
    });

    it('two methods at once are 400 and spend nothing', async () => {
      const code = await obtainCode(server, account, application);
      const headers = basic(application.client_id, application.client_secret);
      for (const twice of [secretOf(application), { client_secret: application.client_secret }, { client_secret: 'x' }])
        expect(errorOf(await send({ ...exchangeOf(code), ...twice }, headers))).toEqual([400, 'invalid_request']);
      await expectUnspent(code);
    });

    it('no client at all, or a secret alone, is 400', async () => {
      const code = await obtainCode(server, account, application);
      expect(errorOf(await send(exchangeOf(code)))).toEqual([400, 'invalid_request']);
      const secretAlone = { ...exchangeOf(code), client_secret: application.client_secret };
      expect(errorOf(await send(secretAlone))).toEqual([400, 'invalid_request']);
      await expectUnspent(code);
    });

    it('whatever is wrong, 401 invalid_client in words that depend on the request alone; the code is not spent', async () => {
      const [disabled, disabledMobile] = [
        await register(server, account),
        await register(server, account, { client_type: 'public' }),
      ];
      for (const { client_id } of [disabled, disabledMobile])
        await call('PATCH', `${server.url}/api/applications/${client_id}`, {
          headers: account.session,
          body: { enabled: false },
        });
      const { client_id, client_secret } = application;
      const code = await obtainCode(server, account, application);
      const wrong: [string, Parameters][] = [
        ['unknown', { client_id: 'nobody', client_secret }],
        ['disabled', secretOf(disabled)],
        ['a wrong secret', { client_id, client_secret: 'wrong' }],
        ["another's secret", { client_id, client_secret: other.client_secret }],
        ['a secret with a blank behind', { client_id, client_secret: `${client_secret} ` }],
        ['a secret in other case', { client_id, client_secret: client_secret.toUpperCase() }],
        ['a shortened secret', { client_id, client_secret: client_secret.slice(0, -1) }],
        ['a public one with a secret', { client_id: mobile.client_id, client_secret }],
      ];
      const silent: [string, Parameters][] = [
        ['unknown', { client_id: 'nobody' }],
        ['disabled', { client_id: disabled.client_id }],
        ['disabled public', { client_id: disabledMobile.client_id }],
        ['no secret', { client_id }],
        ['an empty secret', { client_id, client_secret: '' }],
      ];
      const failed = 'client authentication failed';
      for (const [cases, error_description] of [
        [wrong, failed],
        [silent, `${failed}: neither client_secret nor client_assertion was sent`],
      ] as const)
        for (const [what, credentials] of cases) {
          const { client_id: id = '', client_secret: secret = '' } = credentials;
          for (const answer of [
            await send({ ...exchangeOf(code), ...credentials }),
            await send(exchangeOf(code), basic(id, secret)),
          ]) {
            expect([what, answer.body]).toEqual([what, { error: 'invalid_client', error_description }]);
            expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, CHALLENGE]);
          }
        }
      await expectUnspent(code);
    });

    it.each(['Basic', 'Basic ', 'Basic %%%', 'Basic Og==', 'Basic bm9jb2xvbg==', 'Basic YTolZmY=', 'Basic a b'])(
      'unreadable Basic %j is 401 with its challenge',
      async (authorization) => {
        const { status, body, headers } = await send({ ...exchangeOf('x'), client_id: undefined }, { authorization });
        expect([status, body.error]).toEqual([401, 'invalid_client']);
        expect(headers.get('www-authenticate')).toMatch(/^Basic /);
      },
    );
  });

  it('every live secret is taken, a deleted one is not', async () => {
    const own = await register(server, account);
    const secrets = `${server.url}/api/applications/${own.client_id}/secrets`;
    const made = await call<{ id: string; client_secret: string }>('POST', secrets, {
      headers: account.session,
      body: {},
    });
    const exchangeBy = async (client_secret: string) =>
      (await exchange(server, own, await obtainCode(server, account, own), { client_secret })).status;
    expect(await exchangeBy(own.client_secret)).toBe(200);
    expect(await exchangeBy(made.body.client_secret)).toBe(200);
    await call('DELETE', `${secrets}/${made.body.id}`, { headers: account.session });
    expect(await exchangeBy(made.body.client_secret)).toBe(401);
    expect(await exchangeBy(own.client_secret)).toBe(200);
  });

  it('a deleted application is unknown', async () => {
    const own = await register(server, account);
    const code = await obtainCode(server, account, own);
    await call('DELETE', `${server.url}/api/applications/${own.client_id}`, { headers: account.session });
    const unknown = await exchange(server, own, code, { client_id: 'nobody' });
    const gone = await exchange(server, own, code);
    expect([gone.status, gone.text]).toEqual([401, unknown.text]);
  });

  describe('a public application proves itself by PKCE', () => {
    const withProof = async () => {
      const { verifier, challenge } = pkce();
      const request = { code_challenge: challenge, code_challenge_method: 'S256' };
      const code = await obtainCode(server, account, mobile, request);
      return { ...exchangeOf(code, mobile), code_verifier: verifier };
    };

    it.each(methods)('by %s with client_id alone, or as Basic without a password', async (_, send) => {
      expect((await send({ ...(await withProof()), client_id: mobile.client_id })).status).toBe(200);
      expect((await send(await withProof(), basic(mobile.client_id, ''))).status).toBe(200);
    });

    it.each(methods)('by %s a secret is refused and the code not spent', async (_, send) => {
      const request = { ...(await withProof()), client_id: mobile.client_id };
      expect(errorOf(await send({ ...request, client_secret: 'any' }))).toEqual([401, 'invalid_client']);
      expect((await send({ ...request, client_secret: '' })).status).toBe(200);
    });
  });

  describe('a refresh', () => {
    const refreshOf = (token: string) => ({ grant_type: 'refresh_token', code: token });
    const obtainRefreshToken = async (of = application) => (await obtainTokens(server, account, of)).refresh_token;
    const expectAlive = async (token: string) => expect((await refresh(server, token)).status).toBe(200);

    it('by GET needs grant_type and code alone', async () => {
      await expectAlive(await obtainRefreshToken());
    });

    it('by GET checks credentials when they are sent', async () => {
      const token = await obtainRefreshToken();
      const { client_id, client_secret } = application;
      expect(errorOf(await asGet({ ...refreshOf(token), client_id, client_secret: 'wrong' }))).toEqual([
        401,
        'invalid_client',
      ]);
      expect(errorOf(await asGet(refreshOf(token), basic(client_id, 'wrong')))).toEqual([401, 'invalid_client']);
      expect(errorOf(await asGet(refreshOf(token), basic(client_id, '')))).toEqual([401, 'invalid_client']);
      expect(errorOf(await asGet({ ...refreshOf(token), client_secret }))).toEqual([400, 'invalid_request']);
      expect(errorOf(await asGet({ ...refreshOf(token), ...secretOf(other) }))).toEqual([400, 'invalid_grant']);
      const second = await asGet({ ...refreshOf(token), ...secretOf(application) });
      expect(second.status).toBe(200);
      const next = second.body.refresh_token as string;
      expect((await asGet(refreshOf(next), basic(client_id, client_secret))).status).toBe(200);
    });

    it("by GET a lone client_id must be the token's", async () => {
      const token = await obtainRefreshToken();
      for (const client_id of [other.client_id, mobile.client_id, 'nobody'])
        expect(errorOf(await asGet({ ...refreshOf(token), client_id }))).toEqual([400, 'invalid_grant']);
      expect((await asGet({ ...refreshOf(token), client_id: application.client_id })).status).toBe(200);
    });

    it('ignores redirect_uri', async () => {
      const token = await obtainRefreshToken();
      const answer = await asGet({ ...refreshOf(token), redirect_uri: 'https://evil.example.com/' });
      expect(answer.status).toBe(200);
    });

    it.each(['/oauth2/access_token', '/oauth2/token'])('by POST %s needs authentication', async (path) => {
      const token = await obtainRefreshToken();
      const { client_id } = application;
      const send = (parameters: Parameters, headers = {}) =>
        call('POST', `${server.url}${path}`, { headers, body: new URLSearchParams(query(parameters)) });
      expect(errorOf(await send(refreshOf(token)))).toEqual([400, 'invalid_request']);
      expect(errorOf(await send({ ...refreshOf(token), client_id }))).toEqual([401, 'invalid_client']);
      expect(errorOf(await send({ ...refreshOf(token), client_id: other.client_id }))).toEqual([401, 'invalid_client']);
      expect(errorOf(await send({ ...refreshOf(token), ...secretOf(other) }))).toEqual([400, 'invalid_grant']);
      expect((await send({ ...refreshOf(token), ...secretOf(application) })).status).toBe(200);
    });

    it('by POST a public application names itself', async () => {
      const { verifier, challenge } = pkce();
      const request = { code_challenge: challenge, code_challenge_method: 'S256' };
      const code = await obtainCode(server, account, mobile, request);
      const first = await exchange(server, mobile, code, { code_verifier: verifier, client_secret: undefined });
      const second = await asPost({ ...refreshOf(first.body.refresh_token), client_id: mobile.client_id });
      expect(second.status).toBe(200);
      const nameless = await asPost(refreshOf(second.body.refresh_token as string));
      expect(errorOf(nameless)).toEqual([400, 'invalid_request']);
      await expectAlive(second.body.refresh_token as string);
    });

    it('of an application with require_client_authentication needs it on every call', async () => {
      const strict = await register(server, account, { require_client_authentication: true });
      const token = await obtainRefreshToken(strict);
      expect(errorOf(await asGet(refreshOf(token)))).toEqual([400, 'invalid_request']);
      expect(errorOf(await asGet({ ...refreshOf(token), client_id: strict.client_id }))).toEqual([
        401,
        'invalid_client',
      ]);
      expect((await asGet({ ...refreshOf(token), client_id: application.client_id })).status).toBe(400);
      expect((await asGet({ ...refreshOf(token), ...secretOf(strict) })).status).toBe(200);
      // A replay without client authentication revokes nothing.
      expect(errorOf(await asGet(refreshOf(token)))).toEqual([400, 'invalid_request']);
    });

    it('a disabled application refreshes nothing, and its token works once it is enabled again', async () => {
      const own = await register(server, account);
      const token = await obtainRefreshToken(own);
      const enable = (enabled: boolean) =>
        call('PATCH', `${server.url}/api/applications/${own.client_id}`, {
          headers: account.session,
          body: { enabled },
        });
      await enable(false);
      expect(errorOf(await asGet(refreshOf(token)))).toEqual([400, 'invalid_grant']);
      expect(errorOf(await asGet({ ...refreshOf(token), ...secretOf(own) }))).toEqual([401, 'invalid_client']);
      expect(errorOf(await asPost({ ...refreshOf(token), ...secretOf(own) }))).toEqual([401, 'invalid_client']);
      await enable(true);
      await expectAlive(token);
    });
  });
});
