import { type JWTPayload, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { createHash } from 'node:crypto';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import {
  type Account,
  type Answer,
  type Application,
  type Tokens,
  authorizeUrl,
  call,
  decide,
  exchange,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

type Overrides = Record<string, string | undefined>;

interface IdTokens extends Tokens {
  id_token: string;
}

const HOUR = 3600;
const OPENID = { scope: 'openid notes:read', nonce: 'a nonce' };

/** OpenID Connect Core 1.0, incorporating errata set 2: an OpenID Provider's duties in the code flow. */
describe('OpenID Connect Core', () => {
  const server = givenServer();
  const account = givenAccount(server, { name: 'Ada Lovelace' });
  const application = givenApplication(server, account);

  const tokensOf = async (overrides: Overrides = OPENID, by = account, to = application) =>
    (await obtainTokens(server, by, to, overrides)) as IdTokens;

  const claimsOf = ({ id_token }: { id_token: string }) => decodeJwt(id_token);

  const verify = (token: string) =>
    jwtVerify(token, createRemoteJWKSet(new URL(`${server.url}/.well-known/jwks.json`)), {
      issuer: server.url,
      currentDate: new Date(Number(decodeJwt(token).iat) * 1000),
    });

  const ask = (overrides: Overrides, by = account, to = application): Promise<Answer> =>
    call('GET', authorizeUrl(server, to, { ...OPENID, ...overrides }), { headers: by.session });

  const errorOf = ({ headers }: Answer) => {
    const { searchParams } = new URL(headers.get('location') ?? 'none:');
    return [searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')];
  };

  describe('ID token', () => {
    it('§2 has iss, sub, aud, exp and iat, an hour apart', async () => {
      const { iss, sub, aud, exp, iat } = claimsOf(await tokensOf());
      expect([iss, sub, aud]).toEqual([server.url, account.id, application.client_id]);
      expect(Number(exp) - Number(iat)).toBe(HOUR);
    });

    it('§2 has a sub of at most 255 ASCII characters, the same whatever application asks', async () => {
      const other = await register(server, account);
      const subs = [claimsOf(await tokensOf()).sub, claimsOf(await tokensOf(OPENID, account, other)).sub];
      expect(new Set(subs)).toEqual(new Set([account.id]));
      expect(account.id).toMatch(/^[\x21-\x7e]{1,255}$/);
    });

    it('§2 has the time of the sign-in and its class', async () => {
      const { auth_time, acr, iat } = claimsOf(await tokensOf());
      expect(Math.abs(Number(auth_time) - Number(iat))).toBeLessThan(600);
      expect(acr).toBe('urn:consentry:acr:password');
    });

    it('§2 has auth_time for an application with require_auth_time, by whatever way it came', async () => {
      const own = await register(server, account, { require_auth_time: true });
      const first = await tokensOf(OPENID, account, own);
      const { body: refreshed } = await refresh(server, first.refresh_token);
      const { body: test } = await call<IdTokens>(
        'POST',
        `${server.url}/api/applications/${own.client_id}/test-token`,
        {
          headers: account.session,
          body: { scope: 'openid' },
        },
      );
      const { body: tested } = await refresh(server, test.refresh_token);
      const silent = await ask({ prompt: 'none' }, account, own);
      const code = new URL(silent.headers.get('location') ?? '').searchParams.get('code') ?? '';
      const { body: silently } = await exchange(server, own, code);
      const signedInAt = claimsOf(first)['auth_time'];
      expect(signedInAt).toEqual(expect.any(Number));
      for (const tokens of [refreshed, test, tested, silently])
        expect(claimsOf(tokens as IdTokens)['auth_time']).toBe(signedInAt);
    });

    it('§2 has the nonce of its request, unmodified, and none where none was sent', async () => {
      const nonce = '0-\u00e9 "%2B+&\u{1f511}';
      expect(claimsOf(await tokensOf({ ...OPENID, nonce })).nonce).toBe(nonce);
      expect(claimsOf(await tokensOf({ ...OPENID, nonce: undefined }))).not.toHaveProperty('nonce');
    });

    it('§2 is signed with JWS, by a key of the JWKS that its header names (§10.1)', async () => {
      const { id_token } = await tokensOf();
      const { alg, kid, typ } = decodeProtectedHeader(id_token);
      expect([alg, typeof kid, typ]).toEqual(['RS256', 'string', 'JWT']);
      await expect(verify(id_token)).resolves.toBeDefined();
    });

    it('§3.1.3.6 has the left half of the access token’s hash', async () => {
      const tokens = await tokensOf();
      const hash = createHash('sha256').update(tokens.access_token).digest().subarray(0, 16).toString('base64url');
      expect(claimsOf(tokens).at_hash).toBe(hash);
    });

    it('§3.1.3.7 is signed by the algorithm that the client registered', async () => {
      const own = await register(server, account, { id_token_signed_response_alg: 'ES256' });
      const { id_token, access_token } = await tokensOf(OPENID, account, own);
      expect(decodeProtectedHeader(id_token).alg).toBe('ES256');
      expect(decodeProtectedHeader(id_token).kid).not.toBe(decodeProtectedHeader(access_token).kid);
      await expect(verify(id_token)).resolves.toBeDefined();
    });

    it('§5.4 tells nothing of who the account is beside sub: that is asked at userinfo', async () => {
      const claims = claimsOf(await tokensOf({ ...OPENID, scope: 'openid profile email' }));
      expect(Object.keys(claims).sort()).toEqual(
        ['acr', 'at_hash', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'].sort(),
      );
    });

    it('§5.4 tells it by the scope where the application is registered so, at a refresh too', async () => {
      const own = await register(server, account, { profile_in_id_token: true });
      const { client_id, client_secret } = own;
      const refreshed = async (token: string, sent: object) =>
        (await refresh(server, token, { client_id, client_secret, ...sent })).body as IdTokens;
      const told = ({ name, email, email_verified }: JWTPayload) => [name, email, email_verified];

      const first = await tokensOf({ ...OPENID, scope: 'openid profile email' }, account, own);
      const second = await refreshed(first.refresh_token, {});
      const narrowed = await refreshed(second.refresh_token, { scope: 'openid email' });
      const known = ['Ada Lovelace', account.email, false];
      expect([first, second].map((tokens) => told(claimsOf(tokens)))).toEqual([known, known]);
      expect(told(claimsOf(narrowed))).toEqual([undefined, account.email, false]);
      expect(told(decodeJwt(first.access_token))).toEqual([undefined, undefined, undefined]);
    });

    it('is no access token, nor the other way round', async () => {
      const { id_token, access_token } = await tokensOf();
      const asAccess = await call('GET', `${server.url}/oauth2/userinfo`, {
        headers: { authorization: `Bearer ${id_token}` },
      });
      expect(asAccess.status).toBe(401);
      expect((await ask({ id_token_hint: access_token })).body).toMatchObject({ error: 'invalid_request' });
    });
  });

  describe('token endpoint', () => {
    it('§3.1.3.3 answers with an ID token where openid is in the scope', async () => {
      const tokens = await tokensOf();
      expect(tokens).toMatchObject({
        token_type: 'Bearer',
        scope: 'openid notes:read',
        id_token: expect.any(String) as string,
      });
    });

    it('§3.1.2.1 without openid a request is no OpenID request: no ID token', async () => {
      expect(await tokensOf({ scope: 'notes:read', nonce: 'n' })).not.toHaveProperty('id_token');
    });

    it('where the account leaves openid out there is no ID token', async () => {
      const { sessionID } = await requestConsent(server, account, application, OPENID);
      const { headers } = await decide(server, account, sessionID, { is_rejected: false, scope: 'notes:read' });
      const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
      expect((await exchange(server, application, code)).body).not.toHaveProperty('id_token');
    });

    it('§12.2 a refresh brings an ID token of the same iss, sub, aud, auth_time and sid, without the nonce', async () => {
      const before = await tokensOf();
      await server.advance({ seconds: 5 });
      const after = (await refresh(server, before.refresh_token)).body as IdTokens;
      const [first, second] = [claimsOf(before), claimsOf(after)];
      for (const claim of ['iss', 'sub', 'aud', 'auth_time', 'sid', 'acr']) expect(second[claim]).toBe(first[claim]);
      expect(second).not.toHaveProperty('nonce');
      expect(Number(second.iat)).toBeGreaterThan(Number(first.iat));
      await expect(verify(after.id_token)).resolves.toBeDefined();
    });

    it('a refresh that leaves openid out brings none', async () => {
      const { refresh_token } = await tokensOf();
      const { body } = await refresh(server, refresh_token, { scope: 'notes:read' });
      expect([body.scope, 'id_token' in body]).toEqual(['notes:read', false]);
    });

    it('§11 a refresh token comes with or without offline_access', async () => {
      expect((await tokensOf({ scope: 'openid offline_access' })).refresh_token).toMatch(/^csy_refresh_/);
      expect((await tokensOf({ scope: 'openid' })).refresh_token).toMatch(/^csy_refresh_/);
    });
  });

  describe('authentication request', () => {
    /** An account with an earlier consent. */
    const known = async (): Promise<[Account, Application, IdTokens]> => {
      const by = await signUp(server);
      const to = await register(server, by);
      return [by, to, await tokensOf(OPENID, by, to)];
    };
    const silent = { prompt: 'none', state: 's' };

    it('§3.1.2.1 prompt=none answers with a code where all was granted before', async () => {
      const [by, to] = await known();
      const { status, headers } = await ask(silent, by, to);
      const { searchParams } = new URL(headers.get('location') ?? '');
      expect([status, searchParams.get('state')]).toEqual([302, 's']);
      const { body } = await exchange(server, to, searchParams.get('code') ?? '');
      expect(claimsOf(body as IdTokens)).toMatchObject({ sub: by.id, nonce: 'a nonce' });
    });

    it('§3.1.2.1 prompt=none never asks: consent_required', async () => {
      const [by, to] = await known();
      const answer = await ask({ ...silent, scope: 'openid notes:write' }, by, to);
      expect([answer.status, ...errorOf(answer)]).toEqual([302, 'consent_required', 's', server.url]);
    });

    it('§3.1.2.1 prompt=none beside another value is an error', async () => {
      expect((await ask({ prompt: 'none login' })).body).toMatchObject({ error: 'invalid_request' });
    });

    it('§3.1.2.1 prompt=login wants a new sign-in though there is one', async () => {
      const [by, to] = await known();
      await server.advance({ seconds: 1 });
      const asked = { prompt: 'login', state: 'a login' };
      expect((await ask(asked, by, to)).body).toMatchObject({ error: 'login_required' });
      await server.advance({ seconds: 1 });
      const again = { ...by, ...(await signIn(server, by)) };
      const answer = await ask(asked, again, to);
      expect([answer.status, answer.body['prompt']]).toEqual([200, ['login']]);
    });

    describe.each([{ prompt: 'login' }, { max_age: '0' }])('§3.1.2.1 a sign-in that %j wants', (demand) => {
      const signedInSince = async (by: Account) => {
        await server.advance({ seconds: 1 });
        return { ...by, ...(await signIn(server, by)) };
      };

      it.each([
        ['allowed', { is_rejected: false }],
        ['refused', { is_rejected: true }],
      ])('is wanted once for a request: the same one again, once it was %s, wants another', async (_, decision) => {
        const [by, to] = await known();
        const asked = { ...demand, state: JSON.stringify(decision) };
        await server.advance({ seconds: 1 });
        expect((await ask(asked, by, to)).body).toMatchObject({ error: 'login_required' });
        const again = await signedInSince(by);
        // Until the decision it may be shown anew.
        await ask(asked, again, to);
        const { sessionID } = (await ask(asked, again, to)).body;
        await server.advance({ seconds: 1 });
        expect((await decide(server, again, String(sessionID), decision)).status).toBe(301);
        expect((await ask(asked, again, to)).body).toMatchObject({ error: 'login_required' });
        expect((await ask(asked, await signedInSince(again), to)).status).toBe(200);
      });

      it('is one of the session that asks: that of another one meets nothing', async () => {
        const [by, to] = await known();
        const asked = { ...demand, state: 'of two sessions' };
        const other = await signedInSince(by);
        await server.advance({ seconds: 1 });
        await ask(asked, by, to);
        const met = await signedInSince(by);
        expect((await ask(asked, met, to)).status).toBe(200);
        expect((await ask(asked, other, to)).body).toMatchObject({ error: 'login_required' });
        const late = await signedInSince(by);
        expect((await ask(asked, late, to)).status).toBe(200);
        expect((await ask(asked, met, to)).body).toMatchObject({ error: 'login_required' });
      });
    });

    it('§3.1.2.1 max_age: an older sign-in is not enough, and the ID token says when it was', async () => {
      const [by, to] = await known();
      await server.advance({ seconds: 100 });
      expect((await ask({ max_age: '99' }, by, to)).body).toMatchObject({ error: 'login_required' });
      const answer = await ask({ ...silent, max_age: '99' }, by, to);
      expect([answer.status, ...errorOf(answer)]).toEqual([302, 'login_required', 's', server.url]);
      const { auth_time, iat } = claimsOf(await tokensOf({ ...OPENID, max_age: '200' }, by, to));
      expect(Number(iat) - Number(auth_time)).toBeGreaterThanOrEqual(100);
    });

    it('§3.1.2.1 default_max_age of the client counts where the request has no max_age', async () => {
      const by = await signUp(server);
      const to = await register(server, by, { default_max_age: 99 });
      await server.advance({ seconds: 100 });
      expect((await ask({}, by, to)).body).toMatchObject({ error: 'login_required' });
      expect(errorOf(await ask(silent, by, to))[0]).toBe('login_required');
      expect((await ask({ max_age: '200' }, by, to)).status).toBe(200);
      expect((await ask({}, { ...by, ...(await signIn(server, by)) }, to)).status).toBe(200);
    });

    it('§3.1.2.1 id_token_hint of the signed-in account passes, an expired one too', async () => {
      const [by, to, { id_token: id_token_hint }] = await known();
      expect((await ask({ id_token_hint }, by, to)).status).toBe(200);
      await server.advance({ seconds: HOUR + 1 });
      expect((await ask({ ...silent, id_token_hint }, by, to)).status).toBe(302);
      expect(errorOf(await ask({ ...silent, id_token_hint }, by, to))[0]).toBeNull();
    });

    it('§3.1.2.1 id_token_hint of another account is login_required', async () => {
      const [, to, { id_token: id_token_hint }] = await known();
      const answer = await ask({ id_token_hint }, account, to);
      expect([answer.status, answer.body['error']]).toEqual([401, 'login_required']);
      const silently = await ask({ ...silent, id_token_hint }, account, to);
      expect([silently.status, ...errorOf(silently)]).toEqual([302, 'login_required', 's', server.url]);
    });

    it('§3.1.2.1 id_token_hint that is not ours or another application’s is invalid_request', async () => {
      const [by, to, { id_token }] = await known();
      const forged = `${id_token.slice(0, -9)}AAAAAAAAA`;
      for (const id_token_hint of ['nonsense', forged]) {
        const { status, body } = await ask({ id_token_hint }, by, to);
        expect([status, body]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
        expect(body['redirect_to']).toContain('error=invalid_request');
      }
      expect((await ask({ id_token_hint: id_token }, by, application)).body).toMatchObject({
        error: 'invalid_request',
      });
    });

    it('§3.1.2.6 a stranger with prompt=none is told login_required, by no redirect of ours', async () => {
      const { status, body, headers } = await call('GET', authorizeUrl(server, application, { ...OPENID, ...silent }));
      expect([status, body['error'], headers.get('location')]).toEqual([401, 'login_required', null]);
      expect(body['redirect_to']).toContain('error=login_required');
    });

    it('§3.1.2.1 scopes of claims that no account has are ignored, in a repeated scope too', async () => {
      const scope = 'openid phone address notes:read';
      const { refresh_token: token, scope: granted } = await obtainTokens(server, account, application, { scope });
      expect(granted).toBe('openid notes:read');
      expect((await refresh(server, token, { scope })).body.scope).toBe('openid notes:read');
      const { body } = await ask({ scope: 'phone notes:read' });
      expect(body).toMatchObject({
        error: 'invalid_scope',
        error_description: 'the scope phone is unknown: see scopes_supported in the metadata',
      });
    });

    it('§3.1.2.1 unknown parameters are ignored', async () => {
      expect((await ask({ display: 'popup', ui_locales: 'de', claims: '{}', foo: 'bar' })).status).toBe(200);
    });
  });

  describe('userinfo', () => {
    const userinfo = (token: string, more: { method?: string; body?: unknown } = {}) =>
      call(more.method ?? 'GET', `${server.url}/oauth2/userinfo`, {
        headers: { authorization: `Bearer ${token}`, origin: 'https://anywhere.example.com' },
        ...('body' in more && { body: more.body }),
      });

    it('§5.3.1 takes GET and POST, with the token in the header, from every origin', async () => {
      const { access_token } = await tokensOf();
      for (const method of ['GET', 'POST']) {
        const { status, body, headers } = await userinfo(access_token, { method });
        expect([status, body]).toEqual([200, { sub: account.id }]);
        expect(headers.get('content-type')).toMatch(/^application\/json/);
        expect(headers.get('access-control-allow-origin')).toBe('*');
      }
    });

    it('§5.3.1 takes the token in a form body (RFC 6750 §2.2)', async () => {
      const { access_token } = await tokensOf();
      const url = `${server.url}/oauth2/userinfo`;
      const { body } = await call('POST', url, { body: new URLSearchParams({ access_token }) });
      expect(body).toEqual({ sub: account.id });
      const twice = await userinfo(access_token, { method: 'POST', body: new URLSearchParams({ access_token }) });
      expect([twice.status, twice.body['error']]).toEqual([400, 'invalid_request']);
    });

    it('§5.3.2 has the sub of the ID token', async () => {
      const tokens = await tokensOf();
      expect((await userinfo(tokens.access_token)).body['sub']).toBe(claimsOf(tokens).sub);
    });

    it('§5.4 tells by scope, and of an email that nobody verified it', async () => {
      const { access_token } = await tokensOf({ scope: 'openid profile email' });
      expect((await userinfo(access_token)).body).toEqual({
        sub: account.id,
        name: 'Ada Lovelace',
        email: account.email,
        email_verified: false,
      });
    });

    it('§5.3.3 refuses a token without openid, by RFC 6750 §3.1', async () => {
      const { access_token } = await tokensOf({ scope: 'notes:read' });
      const { status, body, headers } = await userinfo(access_token);
      expect([status, body['error']]).toEqual([403, 'insufficient_scope']);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="insufficient_scope".*scope="openid"/);
    });

    it('§5.3.3 refuses what is no token of ours, or none any more', async () => {
      const by = await signUp(server);
      const to = await register(server, by);
      const { access_token } = await tokensOf(OPENID, by, to);
      const [grant] = (
        await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, { headers: by.session })
      ).body.items;
      await call('DELETE', `${server.url}/api/grants/${grant!.id}`, { headers: by.session });
      for (const token of ['nonsense', by.sessionToken, access_token]) {
        const { status, body, headers } = await userinfo(token);
        expect([status, body['error']]).toEqual([401, 'invalid_token']);
        expect(headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
      }
    });

    it('§5.3.3 asks for a token, and names no error, where there is none (RFC 6750 §3.1)', async () => {
      const { status, headers } = await call('GET', `${server.url}/oauth2/userinfo`);
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="consentry"']);
      const inQuery = await call(
        'GET',
        `${server.url}/oauth2/userinfo?access_token=${(await tokensOf()).access_token}`,
      );
      expect(inQuery.status).toBe(401);
    });
  });
});
