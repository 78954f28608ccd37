import { cookieOf } from '@consentry/test-support/world/cookies';
import { decodeJwt } from 'jose';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerAllowed } from '@consentry/test-support/world/allowed';
import { DpopKey } from '@consentry/test-support/world/dpop-key';
import { givenServer } from '@consentry/test-support/server/given';
import { TestServer } from '@consentry/test-support/server/server';
import { PHOTOS, twoResources } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Answer,
  type Application,
  CALLBACK,
  type Tokens,
  authorizeUrl,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  pkce,
  query,
  refresh,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

const errorOf = ({ status, body }: Answer<{ error?: string }>) => [status, body.error];
const INVALID_GRANT = [400, 'invalid_grant'];
const INVALID_REQUEST = [400, 'invalid_request'];
const PHOTOS_SCOPE = 'photos:read';

/** The attacks of RFC 9700 §4. */
describe('what attackers try (RFC 9700 §4)', () => {
  const server = givenServer({ env: twoResources() });
  let victim: Account;
  let attacker: Account;
  let application: Application;

  beforeAll(async () => {
    [victim, attacker] = [await signUp(server), await signUp(server)];
    application = await register(server, victim);
  });

  const ask = (override: Record<string, string | undefined> = {}, headers: Record<string, string> = victim.session) =>
    call('GET', authorizeUrl(server, application, override), { headers });

  const registerPublic = (fields: Record<string, unknown> = {}) =>
    register(server, victim, { client_type: 'public', ...fields });

  const challengeBy = (challenge: string) => ({ code_challenge: challenge, code_challenge_method: 'S256' });

  /** Goes through consent and approval. @returns the authorization response. */
  async function answerTo(as: Account, asked: Application, override: Record<string, string | undefined> = {}) {
    const { sessionID } = await requestConsent(server, as, asked, override);
    return decide(server, as, sessionID);
  }

  const locationOf = ({ headers }: { headers: Headers }) => new URL(headers.get('location') ?? 'none:');

  describe('§4.1 insufficient redirection URI validation', () => {
    it.each([
      ['another host', 'https://attacker.example/callback'],
      ['a subdomain in front', 'https://attacker.example/.app.example.com/callback'],
      ['the registered one as a prefix', `${CALLBACK}/../attacker`],
      ['the registered one as a user name', 'https://app.example.com@attacker.example/callback'],
      ['one more query', `${CALLBACK}?next=https://attacker.example`],
      ['a fragment that would get the answer', `${CALLBACK}#`],
      ['another scheme', 'http://app.example.com/callback'],
      ['another case', 'https://APP.example.com/callback'],
    ])('§4.1 %s is refused, without a redirect', async (_, uri) => {
      const answer = await ask({ redirect_uri: uri });
      expect(errorOf(answer)).toEqual(INVALID_REQUEST);
      expect(answer.headers.get('location')).toBeNull();
      expect(answer.text).not.toContain('redirect_to');
    });

    it.each(['https://*.example.com/callback', 'https://app.example.com/*', `${CALLBACK}#fragment`])(
      '§4.1 a pattern cannot be registered: %s',
      async (uri) => {
        const body = { name: 'Pattern', redirect_uris: [uri] };
        const answer = await call('POST', `${server.url}/api/applications`, { headers: attacker.session, body });
        expect(answer.status).toBe(400);
      },
    );

    it('§4.1.3 only native applications, on a loopback IP, may vary the port', async () => {
      const uris = ['http://127.0.0.1:8080/cb', 'https://app.example.com:8443/cb'];
      const native = await registerPublic({ loopback_any_port: true, redirect_uris: uris });
      const { challenge } = pkce();
      const askFor = (uri: string, from = native) =>
        call('GET', authorizeUrl(server, from, { redirect_uri: uri, ...challengeBy(challenge) }), {
          headers: victim.session,
        });
      expect((await askFor('http://127.0.0.1:50123/cb')).status).toBe(200);
      expect(errorOf(await askFor('https://app.example.com:50123/cb'))).toEqual(INVALID_REQUEST);
      const fixed = await registerPublic({ redirect_uris: uris });
      expect(errorOf(await askFor('http://127.0.0.1:50123/cb', fixed))).toEqual(INVALID_REQUEST);
    });
  });

  it('§4.2 no page after ours learns of a code or state by Referer', async () => {
    const redirect = await answerTo(victim, application);
    for (const { headers } of [await ask(), redirect, await call('GET', `${server.url}/docs`)])
      expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
    expect(redirect.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('§4.2.4 a code that leaked is worth nothing once it was used, and its use is noticed', async () => {
    const code = await obtainCode(server, victim, application);
    const first = (await exchange(server, application, code)).body;
    expect(errorOf(await exchange(server, application, code))).toEqual(INVALID_GRANT);
    expect(errorOf(await refresh(server, first.refresh_token))).toEqual(INVALID_GRANT);
  });

  it('§4.3 the browser keeps nothing of use in its history or cache', async () => {
    const answer = await answerTo(victim, application);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([...locationOf(answer).searchParams.keys()].sort()).toEqual(['code', 'iss', 'state']);
    for (const responseType of ['token', 'id_token', 'code token', 'code id_token'])
      expect((await ask({ response_type: responseType })).body['error']).toBe('unsupported_response_type');
    expect(errorOf(await ask({ response_mode: 'web_message' }))).toEqual(INVALID_REQUEST);
  });

  describe('§4.4 mix-up', () => {
    it('§4.4.2.1 every authorization response says who sent it', async () => {
      const { sessionID } = await requestConsent(server, victim, application);
      const rejected = await decide(server, victim, sessionID, { is_rejected: true });
      const stale = await decide(server, victim, sessionID);
      const silent = await ask({ prompt: 'none', scope: PHOTOS_SCOPE });
      const approved = await answerTo(victim, application);
      const responses = [rejected, stale, silent, approved].map(locationOf);
      expect(responses.map(({ searchParams }) => searchParams.get('error') ?? 'code')).toEqual([
        'access_denied',
        'invalid_request',
        'consent_required',
        'code',
      ]);
      for (const { searchParams } of responses) expect(searchParams.getAll('iss')).toEqual([server.url]);
      const offered = new URL(String((await ask({ scope: 'unheard:of' })).body['redirect_to']));
      expect(offered.searchParams.get('iss')).toBe(server.url);
    });

    it('§4.4.2.1 the metadata says so, and nobody can register a redirect URI that says it for us', async () => {
      const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
      expect(body).toMatchObject({ issuer: server.url, authorization_response_iss_parameter_supported: true });
      const forged = { name: 'Forged', redirect_uris: [`${CALLBACK}?iss=https%3A%2F%2Fattacker.example`] };
      const answer = await call('POST', `${server.url}/api/applications`, { headers: attacker.session, body: forged });
      expect(answer.status).toBe(400);
    });

    it("§4.4 another issuer's code is no code here", async () => {
      const other = await TestServer.start();
      try {
        const owner = await signUp(other);
        const foreign = await obtainCode(other, owner, await register(other, owner));
        expect(errorOf(await exchange(server, application, foreign))).toEqual(INVALID_GRANT);
      } finally {
        await other.stop();
      }
    });
  });

  describe('§4.5 authorization code injection', () => {
    it("§4.5.3.1 a stolen code in the attacker's own transaction lacks its verifier", async () => {
      const mine = await registerPublic();
      const [hers, his] = [pkce(), pkce()];
      const stolen = await obtainCode(server, victim, mine, challengeBy(hers.challenge));
      const redeem = (verifier: string | undefined) =>
        exchange(server, mine, stolen, { client_secret: undefined, code_verifier: verifier });
      expect(errorOf(await redeem(his.verifier))).toEqual(INVALID_GRANT);
      expect(errorOf(await redeem(undefined))).toEqual(INVALID_GRANT);
      expect((await redeem(hers.verifier)).status).toBe(200);
    });

    it('§4.5 a stolen code is for the client and the redirect URI that it was issued for', async () => {
      const elsewhere = await register(server, attacker, { redirect_uris: [CALLBACK, `${CALLBACK}2`] });
      const stolen = await obtainCode(server, victim, application);
      expect(errorOf(await exchange(server, elsewhere, stolen))).toEqual(INVALID_GRANT);
      const code = await obtainCode(server, attacker, elsewhere);
      const moved = await exchange(server, elsewhere, code, { redirect_uri: `${CALLBACK}2` });
      expect(errorOf(moved)).toEqual(INVALID_GRANT);
      expect((await exchange(server, application, stolen)).status).toBe(200);
    });
  });

  it('§4.6 no access token ever travels where it could be injected', async () => {
    const responses = [await answerTo(victim, application), await ask({ prompt: 'none' })];
    for (const { headers } of responses) expect(headers.get('location')).not.toMatch(/token/);
    expect((await ask({ response_type: 'token' })).body['error']).toBe('unsupported_response_type');
  });

  describe('§4.7 cross-site request forgery', () => {
    it('§4.7.1 a request without state needs PKCE, and state comes back byte for byte', async () => {
      expect(errorOf(await ask({ state: undefined }))).toEqual(INVALID_REQUEST);
      expect((await ask({ state: undefined, ...challengeBy(pkce().challenge) })).status).toBe(200);
      const state = 'a b+c%20&=ä"';
      const answer = await answerTo(victim, application, { state });
      expect(locationOf(answer).searchParams.get('state')).toBe(state);
    });

    it('§4.7 the decision is not taken from another site, though the cookie came along', async () => {
      const { sessionID } = await requestConsent(server, victim, application);
      const headers = { ...cookieOf(server, victim), origin: 'https://attacker.example' };
      const body = new URLSearchParams({ session_id: sessionID, is_rejected: 'false' });
      const forged = await call('POST', `${server.url}/oauth2/authorize`, { headers, body });
      expect(errorOf(forged)).toEqual([403, 'access_denied']);
      expect(locationOf(await decide(server, victim, sessionID)).searchParams.get('code')).not.toBeNull();
    });

    it("§4.7 nobody is made to approve the attacker's consent session", async () => {
      const { sessionID } = await requestConsent(server, attacker, application);
      expect(errorOf(await decide(server, victim, sessionID))).toEqual(INVALID_REQUEST);
    });
  });

  describe('§4.8 PKCE downgrade', () => {
    it('§4.8.2 a code begun without a challenge is not taken with a verifier', async () => {
      const code = await obtainCode(server, victim, application);
      const { verifier } = pkce();
      expect(errorOf(await exchange(server, application, code, { code_verifier: verifier }))).toEqual(INVALID_GRANT);
    });

    it('§4.8.2 a code begun with a challenge is not taken without its verifier', async () => {
      const { challenge } = pkce();
      const code = await obtainCode(server, victim, application, challengeBy(challenge));
      expect(errorOf(await exchange(server, application, code))).toEqual(INVALID_GRANT);
    });

    it('§4.8 the challenge cannot be left out by a public client, nor weakened by any', async () => {
      const mine = await registerPublic();
      const { verifier } = pkce();
      const asPublic = (override: Record<string, string>) =>
        call('GET', authorizeUrl(server, mine, override), { headers: victim.session });
      expect(errorOf(await asPublic({}))).toEqual(INVALID_REQUEST);
      for (const weak of [{ code_challenge_method: 'plain' }, { code_challenge_method: '' }])
        expect(errorOf(await ask({ code_challenge: verifier, ...weak }))).toEqual(INVALID_REQUEST);
      const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
      expect(body['code_challenge_methods_supported']).toEqual(['S256']);
    });
  });

  it('§4.9.1 an access token is for one resource, so that no other can use it elsewhere', async () => {
    const { access_token: notes } = await obtainTokens(server, victim, application, { scope: 'notes:read' });
    const { access_token: photos } = await obtainTokens(server, victim, application, { scope: PHOTOS_SCOPE });
    expect([decodeJwt(notes).aud, decodeJwt(photos).aud]).toEqual(['http://localhost:3001', PHOTOS]);
    expect((await ask({ scope: `notes:read ${PHOTOS_SCOPE}` })).body['error']).toBe('invalid_scope');
  });

  it('§4.10 a stolen access token is no sign-in, no client and no refresh token here', async () => {
    const { access_token: stolen } = await obtainTokens(server, victim, application);
    const headers = { authorization: `Bearer ${stolen}` };
    expect((await ask({}, headers)).status).toBe(401);
    expect((await call('GET', `${server.url}/api/grants`, { headers })).status).toBe(401);
    expect(errorOf(await refresh(server, stolen))).toEqual(INVALID_GRANT);
  });

  it('§4.10.1 an access token that is bound to a key is of no use without it', async () => {
    const [key, stranger] = [await DpopKey.make(), await DpopKey.make()];
    const [free, bound] = [await openidTokens(), await openidTokens(key)];
    expect([bound.token_type, decodeJwt(bound.access_token)['cnf']]).toEqual(['DPoP', { jkt: key.jkt }]);
    const ath = createHash('sha256').update(bound.access_token).digest('base64url');
    const use = async (scheme: string, { access_token: token }: Tokens, proven?: DpopKey) => {
      const proof = await proven?.header('GET', `${server.url}/oauth2/userinfo`, { ath });
      const headers = { authorization: `${scheme} ${token}`, ...proof };
      return (await call('GET', `${server.url}/oauth2/userinfo`, { headers })).status;
    };
    expect(await use('Bearer', free)).toBe(200);
    const stolen = [await use('Bearer', bound), await use('DPoP', bound), await use('DPoP', bound, stranger)];
    expect(stolen).toEqual([401, 401, 401]);
    expect(await use('DPoP', bound, key)).toBe(200);
  });

  async function openidTokens(key?: DpopKey): Promise<Tokens> {
    const code = await obtainCode(server, victim, application, { scope: 'openid notes:read' });
    const { client_id, client_secret } = application;
    const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id, client_secret };
    const headers = (await key?.header('POST', `${server.url}/oauth2/token`)) ?? {};
    const body = new URLSearchParams(fields);
    return (await call<Tokens>('POST', `${server.url}/oauth2/token`, { headers, body })).body;
  }

  describe('§4.11 open redirection', () => {
    it('§4.11.2 a stranger is not redirected to a client, whatever is wrong with the request', async () => {
      const mine = await register(server, attacker, { redirect_uris: ['https://attacker.example/phish'] });
      const requests = [{}, { scope: 'unheard:of' }, { prompt: 'none', scope: 'unheard:of' }, { max_age: 'x' }];
      for (const request of requests) {
        const url = authorizeUrl(server, mine, request);
        const { status, headers } = await call('GET', url, { headers: { accept: 'text/html' } });
        const page = url.replace('/oauth2/authorize?', '/consent?');
        if ('prompt' in request) expect([400, null]).toEqual([status, headers.get('location')]);
        else expect([302, page]).toEqual([status, headers.get('location')]);
      }
    });

    it('§4.11.2 an unknown client or redirect URI redirects nobody', async () => {
      for (const request of [{ client_id: 'unknown' }, { redirect_uri: 'https://attacker.example/' }]) {
        const answer = await ask({ prompt: 'none', ...request });
        expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      }
    });

    it('§4.11.2 an invalid request that no browser sends is a body, with a button at most', async () => {
      const answer = await ask({ scope: 'unheard:of' });
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    });
  });

  it('§4.12 no redirect makes a browser send what was posted to us on to the client', async () => {
    const landed = await clientPage();
    try {
      const mine = await register(server, victim, { redirect_uris: [landed.url] });
      const { sessionID } = await requestConsent(server, victim, mine);
      const arrived = once(landed.requests, 'request') as Promise<[IncomingMessage]>;
      // Follows redirects as browsers do.
      await fetch(`${server.url}/oauth2/authorize`, {
        method: 'POST',
        headers: { ...victim.session },
        body: new URLSearchParams({ session_id: sessionID, is_rejected: 'false' }),
      });
      const [{ method, headers, url }] = await arrived;
      expect([method, headers['content-type'], headers['content-length']]).toEqual(['GET', undefined, undefined]);
      expect(url).not.toContain(sessionID);
      expect((await decide(server, victim, sessionID)).status).toBe(301);
    } finally {
      landed.requests.close();
    }
  });

  it('§4.13 what only a reverse proxy should say is not believed', async () => {
    const headers = {
      'x-forwarded-host': 'attacker.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=attacker.example;proto=https;for=127.0.0.1',
      'x-forwarded-user': victim.email,
      'remote-user': victim.id,
      'x-ssl-client-cert': 'certificate',
      'x-ssl-client-verify': 'SUCCESS',
    };
    expect((await ask({}, headers)).status).toBe(401);
    const { text } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`, { headers });
    expect(text).not.toContain('attacker');
    const { sessionID } = await requestConsent(server, victim, application);
    const answer = await call('POST', `${server.url}/oauth2/authorize`, {
      headers: { ...headers, ...victim.session },
      body: { session_id: sessionID, is_rejected: false },
    });
    expect(locationOf(answer).searchParams.get('iss')).toBe(server.url);
    const code = await obtainCode(server, victim, application);
    const asProxied = await call('POST', `${server.url}/oauth2/token`, {
      headers,
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id: application.client_id,
        redirect_uri: CALLBACK,
      }),
    });
    expect(errorOf(asProxied)).toEqual([401, 'invalid_client']);
  });

  describe('§4.14 refresh tokens', () => {
    it('§4.14.2 are rotated, and a replay ends all that came of the stolen one', async () => {
      const mine = await registerPublic();
      const { verifier, challenge } = pkce();
      const code = await obtainCode(server, victim, mine, challengeBy(challenge));
      const fields = { client_secret: undefined, code_verifier: verifier };
      const { refresh_token: stolen } = (await exchange(server, mine, code, fields)).body;
      const next = (await refresh(server, stolen)).body;
      expect(next.refresh_token).not.toBe(stolen);
      expect(errorOf(await refresh(server, stolen))).toEqual(INVALID_GRANT);
      expect(errorOf(await refresh(server, next.refresh_token))).toEqual(INVALID_GRANT);
    });

    it('§4.14.2 are bound to the client, the scope and the resource that were consented to', async () => {
      const other = await register(server, attacker);
      const { refresh_token: token } = await obtainTokens(server, victim, application, { scope: 'notes:read' });
      const asOther = { client_id: other.client_id, client_secret: other.client_secret };
      expect(errorOf(await refresh(server, token, asOther))).toEqual(INVALID_GRANT);
      expect((await refresh(server, token, { scope: 'notes:read notes:write' })).body.error).toBe('invalid_scope');
      expect((await refresh(server, token, { scope: PHOTOS_SCOPE })).body.error).toBe('invalid_scope');
      const { access_token: again } = (await refresh(server, token)).body;
      expect(decodeJwt(again)).toMatchObject({ aud: 'http://localhost:3001', scope: 'notes:read' });
    });

    it('§4.14.2 end with the consent that they came of', async () => {
      const account = await signUp(server);
      const tokens = await obtainTokens(server, account, application);
      const { items } = (
        await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, { headers: account.session })
      ).body;
      await call('DELETE', `${server.url}/api/grants/${items[0]?.id}`, { headers: account.session });
      expect(errorOf(await refresh(server, tokens.refresh_token))).toEqual(INVALID_GRANT);
    });
  });

  it('§4.15 a client cannot choose an identifier that would make it look like an account', async () => {
    const chosen = { name: 'Victim', redirect_uris: [CALLBACK], client_id: victim.id };
    const answer = await call('POST', `${server.url}/api/applications`, { headers: attacker.session, body: chosen });
    expect(answer.status).toBe(400);
  });

  it('§4.15 a token that a client gets for itself names no account, and opens nothing of one', async () => {
    const allowed = { grantTypes: ['client_credentials'], ownScopes: ['notes:read'] };
    const { client_id, client_secret } = await registerAllowed(server, attacker, allowed);
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const { access_token: own } = (await call<Tokens>('POST', `${server.url}/oauth2/token`, { body })).body;
    expect(decodeJwt(own).sub).toBe(client_id);
    const headers = { authorization: `Bearer ${own}` };
    expect(errorOf(await call('GET', `${server.url}/oauth2/userinfo`, { headers }))).toEqual([
      403,
      'insufficient_scope',
    ]);
    expect((await ask({}, headers)).status).toBe(401);
    // Identifiers of accounts and clients differ in form.
    expect([victim.id, client_id].map((id) => /^[0-9a-f]{32}$/.test(id))).toEqual([false, true]);
  });

  it('§4.16 no answer can be framed', async () => {
    const pages = ['/docs', '/docs-json', '/nowhere', '/.well-known/jwks.json', '/health/live'];
    const framed = [await ask(), await ask({}, {}), await answerTo(victim, application)];
    for (const page of pages) framed.push(await call('GET', server.url + page));
    for (const { headers } of framed) {
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });

  it('§4.17 nothing is answered through window.postMessage', async () => {
    expect(errorOf(await ask({ response_mode: 'web_message' }))).toEqual(INVALID_REQUEST);
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body['response_modes_supported']).not.toContain('web_message');
  });

  describe('client impersonation (RFC 8252 §8.6)', () => {
    const uris = ['http://127.0.0.1:8080/cb', 'com.example.app:/cb', 'https://app.example.com/cb'];

    it.each(uris.slice(0, 2))('§8.6 a public client at %s is not answered without asking the account', async (uri) => {
      expect(await silentAnswer(await registerPublic({ redirect_uris: [uri] }))).toBe('consent_required');
    });

    it('§8.6 one at an https address of its own is', async () => {
      expect(await silentAnswer(await registerPublic({ redirect_uris: uris.slice(2) }))).toBe('code');
    });

    async function silentAnswer(client: Application): Promise<string> {
      const { challenge } = pkce();
      await answerTo(victim, client, challengeBy(challenge));
      const request = { prompt: 'none', ...challengeBy(challenge) };
      const silent = await call('GET', authorizeUrl(server, client, request), { headers: victim.session });
      expect(silent.status).toBe(302);
      return locationOf(silent).searchParams.get('error') ?? [...locationOf(silent).searchParams.keys()][0] ?? '';
    }
  });

  it('§2.4 the password of an account is never taken at the token endpoint', async () => {
    const parameters = { grant_type: 'password', username: victim.email, password: victim.password };
    const answer = await call('GET', `${server.url}/oauth2/access_token?${query(parameters)}`);
    expect(errorOf(answer)).toEqual([400, 'unsupported_grant_type']);
  });

  // Last, because it moves the clock for all tests.
  it('§4.14.2 refresh tokens expire when they are not used', async () => {
    const { refresh_token: token } = await obtainTokens(server, victim, application);
    await server.advance({ days: 89 });
    const { refresh_token: next } = (await refresh(server, token)).body;
    await server.advance({ days: 90 });
    expect(errorOf(await refresh(server, next))).toEqual(INVALID_GRANT);
  });
});

/** A client's page that records its visitors. */
async function clientPage() {
  const requests = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(requests, 'listening');
  return { requests, url: `http://127.0.0.1:${(requests.address() as AddressInfo).port}/callback` };
}
