import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose';
import * as openid from 'openid-client';
import { CODE_AND_REFRESH, TOKEN_EXCHANGE, registerAllowed } from '@consentry/test-support/world/allowed';
import { basicOf } from '@consentry/test-support/world/devices';
import { givenServer } from '@consentry/test-support/server/given';
import { PHOTOS, twoResources } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Answer,
  type Application,
  type Tokens,
  call,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const NOTES = 'http://localhost:3001';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const JWT = 'urn:ietf:params:oauth:token-type:jwt';

type ExchangeAnswer = Tokens & { issued_token_type: string; error?: string };

const errorOf = ({ status, body }: Answer<{ error?: string }>) => [status, body.error];

describe('token exchange (RFC 8693)', () => {
  const server = givenServer({ env: twoResources() });
  let account: Account;
  /** The client with the account's consent. */
  let diary: Application;
  /** The client that exchanges. */
  let printer: Application;
  let tokens: Tokens;

  beforeAll(async () => {
    account = await signUp(server);
    diary = await register(server, account);
    printer = await registerExchanger();
  });
  beforeEach(async () => {
    // The clock may be beyond the end of the session.
    account = { ...account, ...(await signIn(server, account)) };
    tokens = await obtainTokens(server, account, diary);
  });

  const registerExchanger = (fields: Record<string, unknown> = {}, ownScopes = ['notes:read']) =>
    registerAllowed(server, account, { grantTypes: [TOKEN_EXCHANGE, 'client_credentials'], ownScopes }, fields);
  const post = (parameters: Record<string, string>, headers: Record<string, string> = basicOf(printer)) =>
    call<ExchangeAnswer>('POST', `${server.url}/oauth2/token`, { headers, body: new URLSearchParams(parameters) });
  const exchangeToken = (
    subjectToken: string,
    parameters: Record<string, string> = {},
    headers: Record<string, string> = basicOf(printer),
  ) =>
    post(
      {
        grant_type: TOKEN_EXCHANGE,
        subject_token: subjectToken,
        subject_token_type: ACCESS_TOKEN,
        ...parameters,
      },
      headers,
    );
  const ownToken = async (application: Application) =>
    (await post({ grant_type: 'client_credentials' }, basicOf(application))).body.access_token;

  describe('§2.1 the request', () => {
    it.each([
      ['subject_token', 'invalid_request'],
      ['subject_token_type', 'invalid_request'],
    ])('§2.1 without %s is %s', async (name, error) => {
      expect(errorOf(await exchangeToken(tokens.access_token, { [name]: '' }))).toEqual([400, error]);
    });

    it('§2.1 actor_token and actor_token_type must be sent together', async () => {
      const { access_token: token } = tokens;
      for (const half of [{ actor_token: token }, { actor_token_type: ACCESS_TOKEN }])
        expect(errorOf(await exchangeToken(token, half as Record<string, string>))).toEqual([400, 'invalid_request']);
    });

    it.each(['subject_token_type', 'requested_token_type'])('§2.1, §3 an unknown %s is refused', async (name) => {
      const type = 'urn:ietf:params:oauth:token-type:refresh_token';
      expect(errorOf(await exchangeToken(tokens.access_token, { [name]: type }))).toEqual([400, 'invalid_request']);
    });

    it('§2.1 the client must be one that may exchange, and prove it', async () => {
      const { access_token: token } = tokens;
      const may = { grantTypes: [TOKEN_EXCHANGE] };
      const mobile = await registerAllowed(server, account, may, { client_type: 'public' });
      expect(errorOf(await exchangeToken(token, {}, basicOf(diary)))).toEqual([400, 'unauthorized_client']);
      const { client_id } = mobile;
      expect(errorOf(await exchangeToken(token, { client_id }, {}))).toEqual([400, 'unauthorized_client']);
      const wrong = basicOf({ ...printer, client_secret: 'wrong' });
      expect(errorOf(await exchangeToken(token, {}, wrong))).toEqual([401, 'invalid_client']);
      expect(errorOf(await exchangeToken(token, {}, {}))).toEqual([400, 'invalid_request']);
    });

    it('§2.1 comes by POST; no token stands in a query', async () => {
      const query = new URLSearchParams({ grant_type: TOKEN_EXCHANGE, subject_token: tokens.access_token }).toString();
      const get = await call('GET', `${server.url}/oauth2/access_token?${query}`);
      expect(errorOf(get)).toEqual([400, 'unsupported_grant_type']);
      expect(errorOf(await call('POST', `${server.url}/oauth2/token?${query}`))).toEqual([400, 'invalid_request']);
    });

    it.each(['resource', 'audience'])('§2.1 %s may name the audience there is, several times', async (name) => {
      const parameters = new URLSearchParams({
        grant_type: TOKEN_EXCHANGE,
        subject_token: tokens.access_token,
        subject_token_type: JWT,
        resource: NOTES,
      });
      parameters.append(name, NOTES);
      parameters.append(name, NOTES);
      const url = `${server.url}/oauth2/token`;
      const { body } = await call<ExchangeAnswer>('POST', url, { headers: basicOf(printer), body: parameters });
      expect(decodeJwt(body.access_token).aud).toBe(NOTES);
    });
  });

  describe('§2.2 the answer', () => {
    it('§2.2.1 is an access token of the same subject, audience and family, and no refresh token', async () => {
      const { status, body, headers } = await exchangeToken(tokens.access_token);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toEqual({
        access_token: expect.any(String) as string,
        issued_token_type: ACCESS_TOKEN,
        token_type: 'Bearer',
        expires_in: expect.any(Number) as number,
        scope: 'notes:read notes:write',
      });
      const jwks = (await call<JSONWebKeySet>('GET', `${server.url}/.well-known/jwks.json`)).body;
      const options = { issuer: server.url, audience: NOTES, typ: 'at+jwt' };
      const { payload } = await jwtVerify(body.access_token, createLocalJWKSet(jwks), options);
      const subject = decodeJwt(tokens.access_token);
      expect(payload).toMatchObject({ sub: account.id, client_id: printer.client_id, fam: subject['fam'] });
      expect(payload.jti).not.toBe(subject.jti);
    });

    it('§2.2.1 issued_token_type is what was asked for', async () => {
      const { body } = await exchangeToken(tokens.access_token, { requested_token_type: JWT });
      expect(body.issued_token_type).toBe(JWT);
    });

    it('§2.2.1 it never lives longer than the subject token, nor than the actor token', async () => {
      const [early, late] = [tokens.access_token, await ownToken(printer)];
      await server.advance({ days: 13 });
      const { body } = await exchangeToken(early);
      const { exp, iat } = decodeJwt(body.access_token);
      expect(exp).toBe(decodeJwt(early).exp);
      expect(body.expires_in).toBe(Number(exp) - Number(iat));
      expect(body.expires_in).toBeLessThanOrEqual(86_400);
      const back = { ...account, ...(await signIn(server, account)) };
      const fresh = (await obtainTokens(server, back, diary)).access_token;
      const acted = await exchangeToken(fresh, { actor_token: late, actor_token_type: JWT });
      expect(decodeJwt(acted.body.access_token).exp).toBe(decodeJwt(late).exp);
      expect(Number(decodeJwt(fresh).exp)).toBeGreaterThan(Number(decodeJwt(late).exp));
    });

    it.each([
      ['another audience', { audience: PHOTOS }, 'invalid_target'],
      ['another resource', { resource: PHOTOS }, 'invalid_target'],
      ['two', { resource: NOTES, audience: PHOTOS }, 'invalid_target'],
      ['a scope of another resource', { scope: 'photos:read' }, 'invalid_scope'],
    ])('§2.2.2 %s is refused', async (_, parameters, error) => {
      expect(errorOf(await exchangeToken(tokens.access_token, parameters as Record<string, string>))).toEqual([
        400,
        error,
      ]);
    });

    it('§2.2.2 scopes are only narrowed: to those of the subject token, and to those the client may use', async () => {
      const narrow = (await obtainTokens(server, account, diary, { scope: 'notes:read' })).access_token;
      expect((await exchangeToken(narrow)).body.scope).toBe('notes:read');
      expect(errorOf(await exchangeToken(narrow, { scope: 'notes:write' }))).toEqual([400, 'invalid_scope']);
      expect((await exchangeToken(tokens.access_token, { scope: 'notes:write' })).body.scope).toBe('notes:write');
      const reader = basicOf(await registerExchanger({ scopes: ['notes:read'] }));
      expect((await exchangeToken(tokens.access_token, {}, reader)).body.scope).toBe('notes:read');
      const writing = await exchangeToken(tokens.access_token, { scope: 'notes:write' }, reader);
      expect(errorOf(writing)).toEqual([400, 'invalid_scope']);
      const other = basicOf(await registerExchanger({ scopes: ['photos:read'] }));
      expect(errorOf(await exchangeToken(tokens.access_token, {}, other))).toEqual([400, 'invalid_scope']);
    });

    it('§2.2.2 a subject token that is not good is invalid_request', async () => {
      const { access_token: token, refresh_token: refreshToken } = tokens;
      for (const bad of ['x', `${token}x`, refreshToken, account.sessionToken])
        expect(errorOf(await exchangeToken(bad))).toEqual([400, 'invalid_request']);
      await server.advance({ days: 14 });
      expect(errorOf(await exchangeToken(token))).toEqual([400, 'invalid_request']);
    });
  });

  describe('§4.1 act', () => {
    it('§4.1 names the client where it acts itself; the subject stays who it is', async () => {
      const claims = decodeJwt((await exchangeToken(tokens.access_token)).body.access_token);
      expect([claims.sub, claims['act']]).toEqual([
        account.id,
        { sub: printer.client_id, client_id: printer.client_id },
      ]);
    });

    it('§4.1 names the subject of the actor token', async () => {
      const actor = { actor_token: await ownToken(printer), actor_token_type: ACCESS_TOKEN };
      const claims = decodeJwt((await exchangeToken(tokens.access_token, actor)).body.access_token);
      expect(claims['act']).toEqual({ sub: printer.client_id, client_id: printer.client_id });
      const support = await registerAllowed(server, account, { grantTypes: [TOKEN_EXCHANGE, ...CODE_AND_REFRESH] });
      const agent = await signUp(server);
      const agentToken = (await obtainTokens(server, agent, support)).access_token;
      const byAgent = { actor_token: agentToken, actor_token_type: JWT };
      const answer = await exchangeToken(tokens.access_token, byAgent, basicOf(support));
      expect(decodeJwt(answer.body.access_token)).toMatchObject({
        sub: account.id,
        act: { sub: agent.id, client_id: support.client_id },
      });
    });

    it('§4.1 an actor token of another client, or one that is not good, is refused', async () => {
      const other = await registerExchanger();
      for (const actor_token of [await ownToken(other), 'x', tokens.access_token]) {
        const answer = await exchangeToken(tokens.access_token, { actor_token, actor_token_type: ACCESS_TOKEN });
        expect(errorOf(answer)).toEqual([400, 'invalid_request']);
      }
    });

    it('§4.1 a chain keeps who acted before, the last outermost', async () => {
      const archive = await registerExchanger();
      const first = (await exchangeToken(tokens.access_token)).body.access_token;
      const second = (await exchangeToken(first, {}, basicOf(archive))).body.access_token;
      expect(decodeJwt(second)['act']).toEqual({
        sub: archive.client_id,
        client_id: archive.client_id,
        act: { sub: printer.client_id, client_id: printer.client_id },
      });
    });
  });

  describe('§5 what ends the one ends the other', () => {
    const expectDead = async (token: string) =>
      expect(errorOf(await exchangeToken(token))).toEqual([400, 'invalid_request']);

    it('the end of the family ends what was exchanged', async () => {
      const exchanged = (await exchangeToken(tokens.access_token)).body.access_token;
      await refresh(server, tokens.refresh_token);
      expect((await exchangeToken(exchanged)).status).toBe(200);
      // A replay.
      expect((await refresh(server, tokens.refresh_token)).status).toBe(400);
      await expectDead(exchanged);
      await expectDead(tokens.access_token);
    });

    it.each(['who exchanged', 'who was consented to'])('the end of the application %s ends it', async (whose) => {
      const [one, other] = [await registerExchanger(), await register(server, account)];
      const given = (await obtainTokens(server, account, other)).access_token;
      const exchanged = (await exchangeToken(given, {}, basicOf(one))).body.access_token;
      expect((await exchangeToken(exchanged)).status).toBe(200);
      const { client_id } = whose === 'who exchanged' ? one : other;
      const url = `${server.url}/api/applications/${client_id}`;
      await call('PATCH', url, { headers: account.session, body: { enabled: false } });
      await expectDead(exchanged);
    });

    it("an application's own token may be exchanged, and ends with that application", async () => {
      const robot = await registerExchanger();
      const { body } = await exchangeToken(await ownToken(robot));
      expect(decodeJwt(body.access_token)).toMatchObject({
        sub: robot.client_id,
        client_id: printer.client_id,
        act: { sub: printer.client_id },
      });
      expect((await exchangeToken(body.access_token)).status).toBe(200);
      const url = `${server.url}/api/applications/${robot.client_id}`;
      await call('PATCH', url, { headers: account.session, body: { enabled: false } });
      await expectDead(body.access_token);
    });
  });

  it('openid-client exchanges by its generic grant', async () => {
    const { client_id, client_secret } = printer;
    const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
    const config = await openid.discovery(new URL(server.url), client_id, client_secret, undefined, options);
    expect(config.serverMetadata().grant_types_supported).toContain(TOKEN_EXCHANGE);
    const parameters = { subject_token: tokens.access_token, subject_token_type: ACCESS_TOKEN, scope: 'notes:read' };
    const answer = await openid.genericGrantRequest(config, TOKEN_EXCHANGE, parameters);
    expect([answer.scope, answer['issued_token_type']]).toEqual(['notes:read', ACCESS_TOKEN]);
  });
});
