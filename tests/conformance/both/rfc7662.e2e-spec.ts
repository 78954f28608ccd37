import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { IntrospectedServer, NOTES } from '@consentry/test-support/world/introspected';
import { KeyedClient } from '@consentry/test-support/world/keyed-client';
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

const INACTIVE = '{"active":false}';

/** Token introspection. */
describe('RFC 7662: what the server knows of a token', () => {
  let world: IntrospectedServer;
  let tokens: Tokens;

  beforeAll(async () => {
    world = await IntrospectedServer.start();
  });
  afterAll(() => world.server.stop());
  beforeEach(async () => {
    tokens = await obtainTokens(world.server, world.account, world.client);
  });

  const ask = (token: string, by = world.client) => world.ask(token, by);
  const isActive = async (token: string, by = world.client) => (await ask(token, by)).body['active'];
  const outcome = ({ status, body }: Answer) => [status, body?.['error']];
  const post = (path: string, parameters: Record<string, string>) => {
    const { client_id, client_secret } = world.client;
    const body = new URLSearchParams(query({ client_id, client_secret, ...parameters }));
    return call('POST', world.server.url + path, { body });
  };

  it('§2.1 the token comes by POST, in a form body, never in the query', async () => {
    const url = `${world.server.url}/oauth2/introspect`;
    expect((await call('GET', `${url}?token=x`)).status).toBe(405);
    expect(outcome(await post(`/oauth2/introspect?token=x`, {}))).toEqual([400, 'invalid_request']);
    expect(outcome(await call('POST', url, { body: { token: 'x' } }))).toEqual([400, 'invalid_request']);
  });

  it('§2.1 token is required, and may be as long as a JWT', async () => {
    expect(outcome(await post('/oauth2/introspect', {}))).toEqual([400, 'invalid_request']);
    expect((await ask('x'.repeat(16_384))).text).toBe(INACTIVE);
    expect((await ask('x'.repeat(16_385))).status).toBe(400);
  });

  it.each(['access_token', 'refresh_token', 'unheard_of'])(
    '§2.1 a token is found whatever the hint: %s',
    async (hint) => {
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect((await post('/oauth2/introspect', { token, token_type_hint: hint })).body['active']).toBe(true);
    },
  );

  it('§2.1 the caller must authenticate: by Basic, by POST or by its key, and no public client can', async () => {
    const { client_id, client_secret } = world.client;
    const { access_token: token } = tokens;
    expect(outcome(await world.send({ token }))).toEqual([400, 'invalid_request']);
    expect(outcome(await world.send({ token, client_id }))).toEqual([401, 'invalid_client']);
    expect(outcome(await world.send({ token, client_id, client_secret: 'wrong' }))).toEqual([401, 'invalid_client']);
    const wrong = await world.send({ token }, { authorization: `Basic ${btoa(`${client_id}:wrong`)}` });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)]);
    const mobile = await register(world.server, world.account, { client_type: 'public' });
    expect(outcome(await world.send({ token, client_id: mobile.client_id }))).toEqual([401, 'invalid_client']);
    const right = await world.send({ token }, { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` });
    expect(right.body['active']).toBe(true);
    const keyed = await KeyedClient.register(world.server, world.account);
    expect((await world.send({ token, ...(await keyed.credentials()) })).text).toBe(INACTIVE);
  });

  it('§2.2 an access token: what it says', async () => {
    const { fam, ...claims } = decodeJwt(tokens.access_token);
    expect(fam).toBeDefined();
    expect((await ask(tokens.access_token)).body).toEqual({ active: true, ...claims, token_type: 'Bearer' });
    expect(claims).toMatchObject({ iss: world.server.url, aud: NOTES, sub: world.account.id });
  });

  it('§2.2 a refresh token: what it is good for, told to its own client alone', async () => {
    const answer = await ask(tokens.refresh_token);
    expect(answer.body).toEqual({
      active: true,
      scope: 'notes:read notes:write',
      client_id: world.client.client_id,
      sub: world.account.id,
      iss: world.server.url,
      exp: expect.any(Number) as number,
      token_type: 'refresh_token',
    });
    expect(answer.body['exp']).toBeGreaterThan(Date.now() / 1000 + 7_770_000);
    for (const other of [world.notesService, world.photosService])
      expect((await ask(tokens.refresh_token, other)).text).toBe(INACTIVE);
    expect((await refresh(world.server, tokens.refresh_token)).status).toBe(200);
  });

  it("§2.2 an access token is seen by its client and by its audience's applications, by nobody else", async () => {
    const stranger = await register(world.server, await signUp(world.server));
    const { client, notesService, photosService } = world;
    const seen = await Promise.all(
      [client, notesService, photosService, stranger].map((by) => ask(tokens.access_token, by)),
    );
    expect(seen.map(({ body }) => body['active'])).toEqual([true, true, false, false]);
    expect(seen.slice(2).map(({ text }) => text)).toEqual([INACTIVE, INACTIVE]);
  });

  it('§2.2 a text that is no token: exactly {"active":false}', async () => {
    const { access_token, refresh_token } = tokens;
    const changed = [`${access_token.slice(0, -8)}AAAAAAAA`, `${refresh_token}A`, 'none', 'a.b.c', 'csy_refresh_'];
    for (const token of [...changed, world.account.sessionToken]) {
      const answer = await ask(token);
      expect([answer.status, answer.text]).toEqual([200, INACTIVE]);
    }
  });

  it.each([
    ['a space behind', (token: string) => `${token} `],
    ['a line break within', (token: string) => `${token.slice(0, -9)}\n${token.slice(-9)}`],
    ['padding', (token: string) => `${token}==`],
  ])('§2.2 an access token spelled otherwise is none, and revoking it revokes nothing: %s', async (_, spell) => {
    const token = spell(tokens.access_token);
    expect((await ask(token)).text).toBe(INACTIVE);
    expect((await post('/oauth2/revoke', { token })).status).toBe(200);
    expect(await isActive(tokens.access_token)).toBe(true);
  });

  it('§2.2 a used refresh token is not active, the one after it is', async () => {
    const next = (await refresh(world.server, tokens.refresh_token)).body;
    expect([await isActive(next.refresh_token), await isActive(tokens.refresh_token)]).toEqual([true, false]);
  });

  it('§4 a revoked access token is not active', async () => {
    await post('/oauth2/revoke', { token: tokens.access_token });
    expect([await isActive(tokens.access_token), await isActive(tokens.refresh_token)]).toEqual([false, true]);
  });

  it('§4 nothing of a revoked refresh token is active, nor of a grant that was ended', async () => {
    const all = async (...given: Tokens[]) =>
      Promise.all(given.flatMap((it) => [isActive(it.access_token), isActive(it.refresh_token)]));
    const next = (await refresh(world.server, tokens.refresh_token)).body;
    await post('/oauth2/revoke', { token: next.refresh_token });
    expect(await all(tokens, next)).toEqual([false, false, false, false]);

    const person = await signUp(world.server);
    const given = await obtainTokens(world.server, person, world.client);
    expect(await all(given)).toEqual([true, true]);
    const { session: headers } = person;
    const grants = await call<{ items: { id: string }[] }>('GET', `${world.server.url}/api/grants`, { headers });
    await call('DELETE', `${world.server.url}/api/grants/${grants.body.items[0]!.id}`, { headers });
    expect(await all(given)).toEqual([false, false]);
  });

  it('§4 the answer is not kept by anybody, and no page of another origin reads it', async () => {
    const answer = await world.ask(tokens.access_token, world.client, { origin: 'https://anywhere.example.com' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('openid-client introspects', async () => {
    const { client_id, client_secret } = world.notesService;
    const url = new URL(world.server.url);
    const config = await openid.discovery(url, client_id, undefined, openid.ClientSecretBasic(client_secret), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true, aud: NOTES });
    expect(await openid.tokenIntrospection(config, tokens.refresh_token)).toEqual({ active: false });
  });
});

it('§4 an expired token is not active', async () => {
  const world = await IntrospectedServer.start();
  const { access_token, refresh_token } = await obtainTokens(world.server, world.account, world.client);
  const isActive = async (token: string) => (await world.ask(token, world.client)).body['active'];
  await world.server.advance({ days: 13 });
  expect([await isActive(access_token), await isActive(refresh_token)]).toEqual([true, true]);
  await world.server.advance({ days: 1 });
  expect([await isActive(access_token), await isActive(refresh_token)]).toEqual([false, true]);
  await world.server.advance({ days: 76 });
  expect(await isActive(refresh_token)).toBe(false);
  await world.server.stop();
});
