import { decodeJwt } from 'jose';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import * as openid from 'openid-client';
import { DEVICE_CODE, TOKEN_EXCHANGE, registerAllowed } from '@consentry/test-support/world/allowed';
import { beginDevice, decideDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { DpopKey } from '@consentry/test-support/world/dpop-key';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { startProcesses } from '@consentry/test-support/server/processes';
import { TestServer } from '@consentry/test-support/server/server';
import { twoResources } from '@consentry/test-support/world/two-resources';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Answer,
  type Application,
  CALLBACK,
  type Tokens,
  authorizeUrl,
  call,
  decide,
  obtainCode,
  pkce,
  query,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

type Parameters = Record<string, string | undefined>;

const PKCE = pkce();
const CHALLENGE = { code_challenge: PKCE.challenge, code_challenge_method: 'S256' };

const outcome = ({ status, body }: Answer) => [status, body?.['error']];
const tokensOf = ({ status, body, text }: Answer): Tokens => {
  if (status !== 200) throw new Error(text);
  return body as unknown as Tokens;
};
const cnfOf = ({ access_token }: Tokens) => decodeJwt(access_token)['cnf'];

/** Calls the token endpoint with or without a proof. */
class Caller {
  constructor(
    readonly server: TestServer,
    readonly account: Account,
    readonly application: Application,
  ) {}

  get url() {
    return `${this.server.url}/oauth2/token`;
  }

  send(parameters: Parameters, headers: Record<string, string> = {}): Promise<Answer> {
    const { client_id, client_secret } = this.application;
    const body = new URLSearchParams(query({ client_id, client_secret, ...parameters }));
    return call('POST', this.url, { headers, body });
  }

  async code(override: Parameters = {}): Promise<Parameters> {
    const code = await obtainCode(this.server, this.account, this.application, { ...CHALLENGE, ...override });
    const [redirect_uri] = this.application.redirect_uris;
    return { grant_type: 'authorization_code', code, redirect_uri, code_verifier: PKCE.verifier };
  }

  async exchange(key: DpopKey | null): Promise<Tokens> {
    return tokensOf(await this.send(await this.code(), key ? await key.header('POST', this.url) : {}));
  }

  async refresh(token: string, key: DpopKey | null, more: Parameters = {}): Promise<Answer> {
    const headers: Record<string, string> = key ? await key.header('POST', this.url) : {};
    return this.send({ grant_type: 'refresh_token', refresh_token: token, ...more }, headers);
  }
}

/** Demonstrating proof of possession. */
describe('RFC 9449: tokens bound to a key', () => {
  const server = givenServer({ env: twoResources() });
  const account = givenAccount(server);
  let confidential: Caller;
  let mobile: Caller;
  let key: DpopKey;
  let other: DpopKey;

  beforeAll(async () => {
    confidential = new Caller(server, account, await register(server, account));
    mobile = new Caller(server, account, await register(server, account, { client_type: 'public' }));
    [key, other] = [await DpopKey.make(), await DpopKey.make()];
  });

  const BAD_PROOF = [400, 'invalid_dpop_proof'];
  const BAD_GRANT = [400, 'invalid_grant'];
  /** The server reads the grant after the proof: `invalid_grant` means that the proof was valid. */
  const tryOut = async (proof: string) =>
    outcome(await confidential.send({ ...(await confidential.code()), code: 'none' }, { dpop: proof }));

  describe('§4.3 a proof', () => {
    it('that is good is taken', async () => {
      expect(await tryOut(await key.proof('POST', confidential.url))).toEqual(BAD_GRANT);
    });

    it.each<[string, Record<string, unknown>]>([
      ['(4) without its claims', { jti: undefined }],
      ['(8) for another method', { htm: 'GET' }],
      ['(9) for another URL of this server', { htu: 'other' }],
      ['(11) made an hour ago', { iat: Math.floor(Date.now() / 1000) - 3600 }],
      ['(11) made for later', { iat: Math.floor(Date.now() / 1000) + 3600 }],
    ])('%s is refused', async (_, { htu, ...claims }) => {
      const url = htu === undefined ? confidential.url : `${server.url}/oauth2/access_token`;
      expect(await tryOut(await key.proof('POST', url, claims))).toEqual(BAD_PROOF);
    });

    it('(1) comes alone: two headers are refused', async () => {
      const proofs = [await key.proof('POST', confidential.url), await key.proof('POST', confidential.url)];
      const answered = new Promise<number | undefined>((resolve, reject) => {
        const headers = { dpop: proofs, 'content-type': 'application/x-www-form-urlencoded' };
        const sent = request(confidential.url, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode));
        sent.on('error', reject);
        const { client_id, client_secret } = confidential.application;
        sent.end(query({ grant_type: 'authorization_code', code: 'x', redirect_uri: 'x', client_id, client_secret }));
      });
      expect(await answered).toBe(400);
      expect(await tryOut(proofs.join(', '))).toEqual(BAD_PROOF);
      for (const proof of proofs) expect(await tryOut(proof)).toEqual(BAD_GRANT);
    });

    it('(2) must be a JWT', async () => {
      for (const proof of ['', 'text', account.sessionToken]) expect(await tryOut(proof)).toEqual(BAD_PROOF);
    });

    it('(9) is for the issuer, whatever Host says', async () => {
      const evil = await key.proof('POST', 'http://evil.example.com/oauth2/token');
      const { client_id, client_secret } = confidential.application;
      const body = new URLSearchParams(query({ ...(await confidential.code()), client_id, client_secret }));
      const at = (dpop: string) =>
        call('POST', `http://127.0.0.1:${server.port}/oauth2/token`, {
          headers: { dpop, 'x-forwarded-host': 'evil.example.com' },
          body,
        });
      expect(outcome(await at(evil))).toEqual(BAD_PROOF);
      expect((await at(await key.proof('POST', confidential.url))).status).toBe(200);
    });

    it('that is refused spends nothing, and neither does one with wrong credentials', async () => {
      const code = await confidential.code();
      expect(outcome(await confidential.send(code, { dpop: 'none' }))).toEqual(BAD_PROOF);
      const headers = await key.header('POST', confidential.url);
      expect(outcome(await confidential.send({ ...code, client_secret: 'wrong' }, headers))).toEqual([
        401,
        'invalid_client',
      ]);
      expect((await confidential.send(code, headers)).status).toBe(200);
    });

    it('is spent by a code that is redeemed, not by one that is refused', async () => {
      const [code, second] = [await confidential.code(), await confidential.code()];
      const headers = await key.header('POST', confidential.url);
      const refused = await confidential.send({ ...code, code_verifier: 'v'.repeat(43) }, headers);
      expect(outcome(refused)).toEqual(BAD_GRANT);
      expect((await confidential.send(code, headers)).status).toBe(200);
      expect(outcome(await confidential.send(second, headers))).toEqual(BAD_PROOF);
      expect((await confidential.send(second, await key.header('POST', confidential.url))).status).toBe(200);
    });
  });

  describe('§5 the token request', () => {
    it('with a proof gives a DPoP token of that key; without one a Bearer token', async () => {
      for (const caller of [confidential, mobile]) {
        const [bound, plain] = [await caller.exchange(key), await caller.exchange(null)];
        expect([bound.token_type, cnfOf(bound)]).toEqual(['DPoP', { jkt: key.jkt }]);
        expect([plain.token_type, cnfOf(plain)]).toEqual(['Bearer', undefined]);
      }
    });

    it('by GET and under each name of the endpoint', async () => {
      const { client_id, client_secret } = confidential.application;
      const url = `${server.url}/oauth2/access_token`;
      const parameters = query({ ...(await confidential.code()), client_id, client_secret });
      const got = await call<Tokens>('GET', `${url}?${parameters}`, { headers: await key.header('GET', url) });
      expect([got.status, got.body.token_type, cnfOf(got.body)]).toEqual([200, 'DPoP', { jkt: key.jkt }]);
      const refreshed = query({ grant_type: 'refresh_token', code: got.body.refresh_token });
      const again = await call<Tokens>('GET', `${url}?${refreshed}`, { headers: await key.header('GET', url) });
      expect([again.status, again.body.token_type]).toEqual([200, 'DPoP']);
      const body = new URLSearchParams(query({ ...(await confidential.code()), client_id, client_secret }));
      const posted = await call<Tokens>('POST', url, { headers: await key.header('POST', url), body });
      expect([posted.status, posted.body.token_type]).toEqual([200, 'DPoP']);
    });

    it.each(['RS256', 'PS256', 'EdDSA', 'ES384'])('takes a key for %s', async (alg) => {
      const own = await DpopKey.make(alg);
      expect(cnfOf(await confidential.exchange(own))).toEqual({ jkt: own.jkt });
    });

    it("a public client's refresh token is bound to the key: it needs a proof by the same one", async () => {
      const tokens = await mobile.exchange(key);
      expect(outcome(await mobile.refresh(tokens.refresh_token, null))).toEqual(BAD_PROOF);
      expect(outcome(await mobile.refresh(tokens.refresh_token, other))).toEqual(BAD_GRANT);
      const next = tokensOf(await mobile.refresh(tokens.refresh_token, key));
      expect([next.token_type, cnfOf(next)]).toEqual(['DPoP', { jkt: key.jkt }]);
      expect((await mobile.refresh(next.refresh_token, key)).status).toBe(200);
    });

    it('who lacks the key ends no family, not by an old refresh token either', async () => {
      const tokens = await mobile.exchange(key);
      const next = tokensOf(await mobile.refresh(tokens.refresh_token, key));
      expect(outcome(await mobile.refresh(tokens.refresh_token, other))).toEqual(BAD_GRANT);
      expect(outcome(await mobile.refresh(tokens.refresh_token, null))).toEqual(BAD_PROOF);
      const last = tokensOf(await mobile.refresh(next.refresh_token, key));
      expect(outcome(await mobile.refresh(next.refresh_token, key))).toEqual(BAD_GRANT);
      expect(outcome(await mobile.refresh(last.refresh_token, key))).toEqual(BAD_GRANT);
    });

    it("a public client's refresh token that was not bound stays a bearer's, whatever proof comes later", async () => {
      const tokens = await mobile.exchange(null);
      const next = tokensOf(await mobile.refresh(tokens.refresh_token, key));
      expect(cnfOf(next)).toEqual({ jkt: key.jkt });
      expect(tokensOf(await mobile.refresh(next.refresh_token, null)).token_type).toBe('Bearer');
    });

    it("a confidential client's is not bound: the access token is, to whichever key is proven", async () => {
      const tokens = await confidential.exchange(key);
      const next = tokensOf(await confidential.refresh(tokens.refresh_token, other));
      expect(cnfOf(next)).toEqual({ jkt: other.jkt });
      expect(tokensOf(await confidential.refresh(next.refresh_token, null)).token_type).toBe('Bearer');
    });

    it("without a confidential client's credentials its refresh token needs the key that began it", async () => {
      for (const dpop_bound_access_tokens of [false, true]) {
        const application = await register(server, account, { dpop_bound_access_tokens });
        const tokens = await new Caller(server, account, application).exchange(key);
        const url = `${server.url}/oauth2/access_token`;
        const get = async (by: DpopKey | null) =>
          call('GET', `${url}?${query({ grant_type: 'refresh_token', code: tokens.refresh_token })}`, {
            headers: by ? { ...(await by.header('GET', url)) } : {},
          });
        expect(outcome(await get(null))).toEqual(BAD_PROOF);
        expect(outcome(await get(other))).toEqual(BAD_GRANT);
        expect(cnfOf(tokensOf(await get(key)))).toEqual({ jkt: key.jkt });
      }
    });

    it.each(['public', 'confidential'])('a retried refresh needs the same key: %s', async (client_type) => {
      const application = await register(server, account, { client_type, refresh_retry_window: 30 });
      const caller = new Caller(server, account, application);
      const tokens = await caller.exchange(key);
      const next = tokensOf(await caller.refresh(tokens.refresh_token, key));
      const retried = tokensOf(await caller.refresh(tokens.refresh_token, key));
      expect([retried.refresh_token, cnfOf(retried)]).toEqual([next.refresh_token, { jkt: key.jkt }]);
      for (const wrong of [other, null]) expect((await caller.refresh(tokens.refresh_token, wrong)).status).toBe(400);
      const after = await caller.refresh(next.refresh_token, key);
      // A public client without the key cannot replay; a confidential one has authenticated.
      expect(after.status).toBe(client_type === 'public' ? 200 : 400);
    });

    it('a scope that is refused spends nothing, bound or not', async () => {
      const tokens = await mobile.exchange(key);
      const refused = await mobile.refresh(tokens.refresh_token, key, { scope: 'notes:read other' });
      expect(outcome(refused)).toEqual([400, 'invalid_scope']);
      expect((await mobile.refresh(tokens.refresh_token, key)).status).toBe(200);
    });
  });

  describe('§5 every grant', () => {
    const registerFor = (grantTypes: string[], fields = {}) =>
      registerAllowed(server, account, { grantTypes, ownScopes: ['notes:read'] }, fields);

    it('client_credentials', async () => {
      const caller = new Caller(server, account, await registerFor(['client_credentials']));
      const own = { grant_type: 'client_credentials', scope: 'notes:read' };
      const tokens = tokensOf(await caller.send(own, await key.header('POST', caller.url)));
      expect([tokens.token_type, cnfOf(tokens)]).toEqual(['DPoP', { jkt: key.jkt }]);
      expect(tokensOf(await caller.send(own)).token_type).toBe('Bearer');
    });

    it('token exchange', async () => {
      const caller = new Caller(server, account, await registerFor([TOKEN_EXCHANGE]));
      const subject_token = (await confidential.exchange(null)).access_token;
      const subject_token_type = 'urn:ietf:params:oauth:token-type:access_token';
      const asked = { grant_type: TOKEN_EXCHANGE, subject_token, subject_token_type };
      const tokens = tokensOf(await caller.send(asked, await key.header('POST', caller.url)));
      expect([tokens.token_type, cnfOf(tokens)]).toEqual(['DPoP', { jkt: key.jkt }]);
    });

    it('device_code: the refresh token of a public application is bound too', async () => {
      const television = await registerTelevision(server, account);
      const caller = new Caller(server, account, television);
      const device = await beginDevice(server, television);
      await decideDevice(server, account, device.user_code);
      const poll = { grant_type: DEVICE_CODE, device_code: device.device_code };
      const tokens = tokensOf(await caller.send(poll, await key.header('POST', caller.url)));
      expect([tokens.token_type, cnfOf(tokens)]).toEqual(['DPoP', { jkt: key.jkt }]);
      expect(outcome(await caller.refresh(tokens.refresh_token, other))).toEqual(BAD_GRANT);
      expect((await caller.refresh(tokens.refresh_token, key)).status).toBe(200);
    });
  });

  describe('§7 userinfo', () => {
    const ask = (authorization: string, headers: Record<string, string> = {}) =>
      call('GET', `${server.url}/oauth2/userinfo`, { headers: { authorization, ...headers } });
    const ath = (token: string) => createHash('sha256').update(token).digest('base64url');
    const prove = (by: DpopKey, claims: Record<string, unknown>) =>
      by.header('GET', `${server.url}/oauth2/userinfo`, claims);
    const openidToken = async (by: DpopKey | null) => {
      const code = await mobile.code({ scope: 'openid' });
      return tokensOf(await mobile.send(code, by ? await by.header('POST', mobile.url) : {})).access_token;
    };

    it('takes a bound token by the scheme DPoP with its proof, once', async () => {
      const token = await openidToken(key);
      const headers = await prove(key, { ath: ath(token) });
      expect((await ask(`DPoP ${token}`, headers)).body).toMatchObject({ sub: account.id });
      const refused: [Answer, string][] = [
        [await ask(`DPoP ${token}`, headers), 'invalid_dpop_proof'],
        [await ask(`DPoP ${token}`), 'invalid_dpop_proof'],
        [await ask(`DPoP ${token}`, await prove(key, {})), 'invalid_dpop_proof'],
        [await ask(`DPoP ${token}`, await prove(other, { ath: ath(token) })), 'invalid_token'],
        [await ask(`Bearer ${token}`), 'invalid_token'],
        [await ask(`Bearer ${token}`, await prove(key, { ath: ath(token) })), 'invalid_token'],
      ];
      for (const [answer, error] of refused) {
        expect(outcome(answer)).toEqual([401, error]);
        expect(answer.headers.get('www-authenticate')).toMatch(/^DPoP .*algs="ES256 /);
      }
    });

    it('compares the key before it verifies the signature', async () => {
      const token = await openidToken(key);
      const broken = ({ dpop }: { dpop: string }) => ({ dpop: `${dpop.slice(0, -8)}AAAAAAAA` });
      const byOwn = await ask(`DPoP ${token}`, broken(await prove(key, { ath: ath(token) })));
      expect(outcome(byOwn)).toEqual([401, 'invalid_dpop_proof']);
      const byOther = await ask(`DPoP ${token}`, broken(await prove(other, { ath: ath(token) })));
      expect(outcome(byOther)).toEqual([401, 'invalid_token']);
    });

    it('takes a token that is not bound as a Bearer token alone', async () => {
      const token = await openidToken(null);
      expect((await ask(`Bearer ${token}`)).status).toBe(200);
      expect((await ask(`DPoP ${token}`, await prove(key, { ath: ath(token) }))).status).toBe(401);
    });
  });

  describe('§10.1 a pushed request', () => {
    const push = async (parameters: Parameters, by: DpopKey | null) => {
      const url = `${server.url}/oauth2/par`;
      const { client_id, redirect_uris } = mobile.application;
      const scope = { response_type: 'code', redirect_uri: redirect_uris[0], scope: 'notes:read', state: 'a-state' };
      const body = new URLSearchParams(query({ client_id, ...scope, ...CHALLENGE, ...parameters }));
      return call('POST', url, { headers: by ? await by.header('POST', url) : {}, body });
    };

    it.each(['by a proof', 'by dpop_jkt', 'by both'])('binds its code to the key: %s', async (how) => {
      const named = how === 'by a proof' ? {} : { dpop_jkt: key.jkt };
      const pushed = await push(named, how === 'by dpop_jkt' ? null : key);
      expect(pushed.status).toBe(201);
      const request_uri = pushed.body['request_uri'] as string;
      const only = Object.fromEntries(
        ['redirect_uri', 'response_type', 'scope', 'state', ...Object.keys(CHALLENGE)].map((name) => [name, undefined]),
      );
      const code = await mobile.code({ ...only, request_uri });
      expect(outcome(await mobile.send(code, await other.header('POST', mobile.url)))).toEqual(BAD_GRANT);
      expect((await mobile.send(code, await key.header('POST', mobile.url))).status).toBe(200);
    });

    it('is refused where both name different keys, or the proof is not good', async () => {
      expect(outcome(await push({ dpop_jkt: other.jkt }, key))).toEqual(BAD_PROOF);
      const url = `${server.url}/oauth2/par`;
      const { client_id } = mobile.application;
      const headers = await key.header('POST', mobile.url);
      const body = new URLSearchParams({ client_id, response_type: 'code', redirect_uri: CALLBACK, ...CHALLENGE });
      expect(outcome(await call('POST', url, { headers, body }))).toEqual(BAD_PROOF);
    });
  });

  it('§5.1 the metadata names the algorithms', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body['dpop_signing_alg_values_supported']).toEqual(expect.arrayContaining(['ES256', 'RS256']));
    expect(JSON.stringify(body['dpop_signing_alg_values_supported'])).not.toMatch(/none|HS/);
  });

  it('§5.2 an application with dpop_bound_access_tokens must send a proof', async () => {
    const application = await register(server, account, { dpop_bound_access_tokens: true });
    const caller = new Caller(server, account, application);
    const code = await caller.code();
    expect(outcome(await caller.send(code))).toEqual(BAD_PROOF);
    const tokens = tokensOf(await caller.send(code, await key.header('POST', caller.url)));
    expect(outcome(await caller.refresh(tokens.refresh_token, null))).toEqual(BAD_PROOF);
    expect((await caller.refresh(tokens.refresh_token, key)).status).toBe(200);
  });

  it('§6.2 introspection tells of the key', async () => {
    const { client_id, client_secret } = confidential.application;
    const { access_token: token } = await confidential.exchange(key);
    const body = new URLSearchParams({ token, client_id, client_secret });
    const { body: told } = await call('POST', `${server.url}/oauth2/introspect`, { body });
    expect(told).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: key.jkt } });
  });

  describe('§10 dpop_jkt', () => {
    it('binds the code to the key', async () => {
      for (const caller of [confidential, mobile]) {
        const code = await caller.code({ dpop_jkt: key.jkt });
        expect(outcome(await caller.send(code))).toEqual(BAD_PROOF);
        expect(outcome(await caller.send(code, await other.header('POST', caller.url)))).toEqual(BAD_GRANT);
        expect(cnfOf(tokensOf(await caller.send(code, await key.header('POST', caller.url))))).toEqual({
          jkt: key.jkt,
        });
      }
    });

    it('must be a thumbprint', async () => {
      const url = authorizeUrl(server, confidential.application, { dpop_jkt: 'short' });
      expect(outcome(await call('GET', url, { headers: account.session }))).toEqual([400, 'invalid_request']);
    });
  });

  describe('§11.1 a proof is used once', () => {
    it('also by several calls at the same moment', async () => {
      const proof = await key.proof('POST', mobile.url);
      const codes = await Promise.all([1, 2, 3, 4].map(() => mobile.code()));
      const answers = await Promise.all(codes.map((code) => mobile.send(code, { dpop: proof })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      const refused = codes.filter((_, at) => answers[at]!.status === 400);
      expect((await mobile.send(refused[0]!, await key.header('POST', mobile.url))).status).toBe(200);
    });

    it('its jti is kept as a hash, with the key that it came with', async () => {
      const jti = 'a-jti-of-two-keys';
      expect(await tryOut(await key.proof('POST', mobile.url, { jti }))).toEqual(BAD_GRANT);
      await confidential.send(await confidential.code(), { dpop: await key.proof('POST', mobile.url, { jti }) });
      const one = await confidential.send(await confidential.code(), await other.header('POST', mobile.url, { jti }));
      expect(one.status).toBe(200);
      const again = await confidential.send(await confidential.code(), await other.header('POST', mobile.url, { jti }));
      expect(outcome(again)).toEqual(BAD_PROOF);
      expect(JSON.stringify(await storedRows(server, 'SELECT * FROM used_jtis'))).not.toContain(jti);
    });
  });

  it('a page may send a proof, and read the nonce', async () => {
    const origin = 'https://anywhere.example.com';
    const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'dpop' };
    const preflight = await call('OPTIONS', mobile.url, { headers: asked });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('dpop');
    const answer = await mobile.send({}, { origin });
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/\bDPoP-Nonce\b/);
  });
});

describe('RFC 9449 §8: a nonce of the server', () => {
  const server = givenServer({ env: { DPOP_NONCE: 'on' } });
  let caller: Caller;
  let key: DpopKey;

  beforeAll(async () => {
    const account = await signUp(server);
    caller = new Caller(server, account, await register(server, account, { client_type: 'public' }));
    key = await DpopKey.make();
  });

  const sendWith = async (code: Parameters, nonce?: string) => {
    const iat = Math.floor((await server.freeze()) / 1000);
    return caller.send(code, await key.header('POST', caller.url, { nonce, iat }));
  };
  const nonceOf = ({ headers }: Answer) => headers.get('dpop-nonce') ?? undefined;

  it('is asked for by use_dpop_nonce, and a code is not spent by that', async () => {
    const code = await caller.code();
    const asked = await sendWith(code);
    expect([...outcome(asked), asked.headers.get('cache-control')]).toEqual([400, 'use_dpop_nonce', 'no-store']);
    expect(nonceOf(asked)).toMatch(/^[\w-]{43}$/);
    expect(outcome(await sendWith(code, 'invented'))).toEqual([400, 'use_dpop_nonce']);
    const answer = await sendWith(code, nonceOf(asked));
    expect([answer.status, nonceOf(answer)]).toEqual([200, nonceOf(asked)]);
  });

  it('is taken for five to ten minutes more, and then another is given', async () => {
    const nonce = nonceOf(await sendWith(await caller.code()));
    await server.advance({ minutes: 5 });
    const answer = await sendWith(await caller.code(), nonce);
    expect(answer.status).toBe(200);
    expect(nonceOf(answer)).not.toBe(nonce);
    await server.advance({ minutes: 5 });
    const late = await sendWith(await caller.code(), nonce);
    expect(outcome(late)).toEqual([400, 'use_dpop_nonce']);
    expect((await sendWith(await caller.code(), nonceOf(late))).status).toBe(200);
  });

  it('is not asked of who sends no proof', async () => {
    expect(nonceOf(await caller.send(await caller.code()))).toBeUndefined();
    expect((await caller.exchange(null)).token_type).toBe('Bearer');
  });
});

it('§11.1 a proof that one process took is refused by the other', async () => {
  const [first, second] = await startProcesses(2);
  const account = await signUp(first!);
  const application = await register(first!, account, { client_type: 'public' });
  const caller = new Caller(first!.process, account, application);
  const headers = await (await DpopKey.make()).header('POST', caller.url);
  expect((await caller.send(await caller.code(), headers)).status).toBe(200);
  const body = new URLSearchParams(query({ ...(await caller.code()), client_id: application.client_id }));
  const there = await call('POST', `${second!.url}/oauth2/token`, { headers, body });
  expect(outcome(there)).toEqual([400, 'invalid_dpop_proof']);
  for (const { process } of [second!, first!]) await process.stop();
});

describe.each(['off', 'on'])('openid-client proves its key, with DPOP_NONCE %s', (DPOP_NONCE) => {
  const server = givenServer({ env: { DPOP_NONCE } });
  const account = givenAccount(server);

  it.each(['public', 'confidential'])('a %s application: code, refresh', async (client_type) => {
    const application = await register(server, account, { client_type });
    const { client_id, client_secret } = application;
    const authentication = client_type === 'public' ? openid.None() : openid.ClientSecretBasic(client_secret);
    const config = await openid.discovery(new URL(server.url), client_id, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair());
    const dpop_jkt = await DPoP.calculateThumbprint();
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const { sessionID } = await requestConsent(server, account, application, {
      redirect_uri: CALLBACK,
      dpop_jkt,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const location = (await decide(server, account, sessionID)).headers.get('location') ?? '';
    const checks = { pkceCodeVerifier, expectedState: 'a-state' };
    const tokens = await openid.authorizationCodeGrant(config, new URL(location), checks, undefined, { DPoP });
    expect([tokens.token_type, cnfOf(tokens as unknown as Tokens)]).toEqual(['dpop', { jkt: dpop_jkt }]);
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
    expect(next.token_type).toBe('dpop');
  });
});
