import { setTimeout as pause } from 'node:timers/promises';
import * as openid from 'openid-client';
import { decodeJwt } from 'jose';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { KeyedClient } from '@consentry/test-support/world/keyed-client';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Answer,
  type Tokens,
  call,
  obtainTokens,
  query,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

type Parameters = Record<string, string | undefined>;

/** When the stored revocation of an access token expires; `undefined` without one. */
async function revokedUntil(server: TestServer, token: string): Promise<number | undefined> {
  const query = 'SELECT expires_at FROM revoked_access_tokens WHERE jti = ?';
  const [row] = await storedRows<{ expires_at: unknown }>(server, query, decodeJwt(token).jti);
  return row && Number(row.expires_at);
}

/** Token revocation. */
describe('RFC 7009: a client gives a token back', () => {
  const server = givenServer();
  const account = givenAccount(server);
  const client = givenApplication(server, account);
  let tokens: Tokens;
  beforeEach(async () => {
    tokens = await obtainTokens(server, account, client);
  });

  const send = (parameters: Parameters, headers: Record<string, string> = {}) =>
    call('POST', `${server.url}/oauth2/revoke`, { headers, body: new URLSearchParams(query(parameters)) });
  const revoke = (token: string, more: Parameters = {}, { client_id, client_secret } = client) =>
    send({ token, client_id, client_secret, ...more });
  const outcome = ({ status, body }: Answer) => [status, body?.error];
  const DONE = [200, undefined];
  const isRefreshable = async (token = tokens.refresh_token) => (await refresh(server, token)).status === 200;
  const eventsOf = (kind: string, familyId: string) =>
    storedRows<object>(server, 'SELECT * FROM events WHERE kind = ? AND family_id = ?', kind, familyId);
  const familyOf = (token: string) => decodeJwt(token)['fam'] as string;

  it('§2 a refresh token can be revoked', async () => {
    const answer = await revoke(tokens.refresh_token);
    expect([outcome(answer), answer.text]).toEqual([DONE, '{}']);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await isRefreshable()).toBe(false);
  });

  it('§2 an access token can be revoked, and the refresh token beside it lives on', async () => {
    expect(outcome(await revoke(tokens.access_token))).toEqual(DONE);
    expect(await revokedUntil(server, tokens.access_token)).toBe(decodeJwt(tokens.access_token).exp! * 1000);
    expect(await isRefreshable()).toBe(true);
  });

  it('§2.1 the token comes by POST, in a form body, never in the query', async () => {
    const url = `${server.url}/oauth2/revoke`;
    expect((await call('GET', `${url}?token=x`)).status).toBe(405);
    const inQuery = await call('POST', `${url}?${query({ token: tokens.refresh_token })}`, {
      body: new URLSearchParams(query({ client_id: client.client_id, client_secret: client.client_secret })),
    });
    expect(outcome(inQuery)).toEqual([400, 'invalid_request']);
    expect(outcome(await call('POST', url, { body: { token: tokens.refresh_token } }))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await isRefreshable()).toBe(true);
  });

  it('§2.1 token is required, and may be as long as a JWT', async () => {
    expect(outcome(await revoke(''))).toEqual([400, 'invalid_request']);
    expect(outcome(await revoke('x'.repeat(16_384)))).toEqual(DONE);
    expect(outcome(await revoke('x'.repeat(16_385)))).toEqual([400, 'invalid_request']);
  });

  it.each(['access_token', 'refresh_token', 'unheard_of'])(
    '§2.1 a token is found whatever the hint: %s',
    async (hint) => {
      expect(outcome(await revoke(tokens.access_token, { token_type_hint: hint }))).toEqual(DONE);
      expect(await revokedUntil(server, tokens.access_token)).toBeGreaterThan(0);
      expect(outcome(await revoke(tokens.refresh_token, { token_type_hint: hint }))).toEqual(DONE);
      expect(await isRefreshable()).toBe(false);
    },
  );

  it('§2.1 the client must authenticate: by Basic, by POST and by its key', async () => {
    const { client_id, client_secret } = client;
    const { refresh_token: token } = tokens;
    expect(outcome(await send({ token }))).toEqual([400, 'invalid_request']);
    expect(outcome(await send({ token, client_id }))).toEqual([401, 'invalid_client']);
    expect(outcome(await send({ token, client_id, client_secret: 'wrong' }))).toEqual([401, 'invalid_client']);
    const wrong = await send({ token }, { authorization: `Basic ${btoa(`${client_id}:wrong`)}` });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)]);
    const authorization = `Basic ${btoa(`${client_id}:${client_secret}`)}`;
    expect(outcome(await send({ token }, { authorization }))).toEqual(DONE);
    expect(await isRefreshable()).toBe(false);
    const keyed = await KeyedClient.register(server, account);
    expect(outcome(await send({ token: 'any', ...(await keyed.credentials()) }))).toEqual(DONE);
  });

  it('§2.1 a public client names itself', async () => {
    const mobile = await register(server, account, { client_type: 'public' });
    expect(outcome(await send({ token: 'any', client_id: mobile.client_id }))).toEqual(DONE);
  });

  it("§2.1 another client's token is refused, and lives on", async () => {
    const other = await register(server, account);
    expect(outcome(await revoke(tokens.refresh_token, {}, other))).toEqual([400, 'invalid_grant']);
    expect(outcome(await revoke(tokens.access_token, {}, other))).toEqual([400, 'invalid_grant']);
    expect([await revokedUntil(server, tokens.access_token), await isRefreshable()]).toEqual([undefined, true]);
  });

  it('§2.1 invalidation takes place at once, and by a token of any age', async () => {
    const next = (await refresh(server, tokens.refresh_token)).body;
    expect(outcome(await revoke(tokens.refresh_token))).toEqual(DONE);
    expect(await isRefreshable(next.refresh_token)).toBe(false);
  });

  it('a revocation is told of', async () => {
    await revoke(tokens.refresh_token);
    expect(await eventsOf('refresh_token.revoked', familyOf(tokens.access_token))).toEqual([
      expect.objectContaining({ account_id: account.id, client_id: client.client_id }),
    ]);
  });

  it('§2.2 a token that is none, was changed, or is revoked already is no error', async () => {
    const changed = `${tokens.access_token.slice(0, -8)}AAAAAAAA`;
    for (const token of ['none', 'csy_refresh_none', changed, `${tokens.refresh_token}A`, account.sessionToken])
      expect(outcome(await revoke(token))).toEqual(DONE);
    expect([await revokedUntil(server, tokens.access_token), await isRefreshable()]).toEqual([undefined, true]);
    for (const token of [tokens.access_token, tokens.access_token, tokens.refresh_token, tokens.refresh_token])
      expect(outcome(await revoke(token))).toEqual(DONE);
    const family = familyOf(tokens.access_token);
    expect(await eventsOf('access_token.revoked', family)).toHaveLength(1);
    expect(await eventsOf('refresh_token.revoked', family)).toHaveLength(1);
  });

  it('§2.3 a page of any origin may call', async () => {
    const answer = await send({ token: 'any' }, { origin: 'https://anywhere.example.com' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('§2.2.1 a server that cannot reach its database says 503, and for how long', async () => {
    const letGo = await holdWrites(server);
    const answer = await revoke(tokens.refresh_token);
    expect(outcome(answer)).toEqual([503, 'temporarily_unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await letGo();
    expect(await isRefreshable()).toBe(true);
  });

  it('openid-client revokes what it was given', async () => {
    const authentication = openid.ClientSecretPost(client.client_secret);
    const config = await openid.discovery(new URL(server.url), client.client_id, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    await openid.tokenRevocation(config, tokens.access_token);
    expect(await revokedUntil(server, tokens.access_token)).toBeGreaterThan(0);
    await openid.tokenRevocation(config, tokens.refresh_token);
    expect(await isRefreshable()).toBe(false);
  });
});

it('a revocation is forgotten once its token has expired, and not before', async () => {
  const server = await TestServer.start({ env: { ACCESS_TOKEN_TTL: '600' } });
  const application = await register(server, await signUp(server));
  const { access_token: token } = await obtainTokens(server, await signUp(server), application);
  const { client_id, client_secret } = application;
  const body = new URLSearchParams({ token, client_id, client_secret });
  expect((await call('POST', `${server.url}/oauth2/revoke`, { body })).status).toBe(200);
  await server.advance({ minutes: 10 });
  expect(await revokedUntil(server, token)).toBeGreaterThan(0);
  await server.advance({ minutes: 1 });
  while ((await revokedUntil(server, token)) !== undefined) await pause(50);
  await server.stop();
});
