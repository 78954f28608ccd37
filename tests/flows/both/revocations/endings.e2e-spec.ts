import { decodeJwt } from 'jose';
import { basicOf } from '@consentry/test-support/world/devices';
import type { Entry } from '@consentry/test-support/world/judge-by-entries';
import { givenPublishedServer } from '../../support/published-server';
import { bearer, registerItself } from '@consentry/test-support/world/registration';
import {
  type Tokens,
  call,
  exchange,
  obtainCode,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

/** Two weeks, and a minute for clocks that differ. */
const WIDE = 14 * 86_400_000 + 60_000;
const ANY_TIME = Number.MAX_SAFE_INTEGER;
const OPENID = { scope: 'openid notes:read', nonce: 'a-nonce' };
const NEW_PASSWORD = 'a password of later';

const world = givenPublishedServer();

const entryOf = (kind: Entry['kind'], subject: string, more: Partial<Entry> = {}) => ({
  kind,
  subject,
  clientId: null,
  below: null,
  at: world.now,
  expiresAt: world.now + WIDE,
  ...more,
});
const familyEntry = ({ access_token }: Tokens) => entryOf('family', String(decodeJwt(access_token)['fam']));
const grantEntry = () => entryOf('grant', world.account.id, { clientId: world.client.client_id, below: 1 });
const revoke = (token: string) => world.post('/oauth2/revoke', { token }, basicOf(world.client));

type Prepared = [end: () => Promise<unknown>, expected: object[]];

/** Each prepares what ends the tokens, and says which rows that publishes. */
const ENDINGS: Record<string, (tokens: Tokens) => Promise<Prepared> | Prepared> = {
  'a refresh token is replayed': async (tokens) => {
    await refresh(world.server, tokens.refresh_token);
    return [() => refresh(world.server, tokens.refresh_token), [familyEntry(tokens)]];
  },
  'a refresh token is revoked': (tokens) => [() => revoke(tokens.refresh_token), [familyEntry(tokens)]],
  'an access token is revoked': ({ access_token: token }) => {
    const { jti, exp } = decodeJwt(token);
    return [() => revoke(token), [entryOf('token', jti!, { expiresAt: 1000 * exp! })]];
  },
  'the account signs out': (tokens) => [
    () => world.send(world.account, 'DELETE', '/api/session'),
    [familyEntry(tokens)],
  ],
  'the account logs out': (tokens) => {
    const { session: headers } = world.account;
    return [() => world.post('/oauth2/logout', {}, headers), [familyEntry(tokens)]];
  },
  'its password changes elsewhere': async (tokens) => {
    const elsewhere = { ...world.account, ...(await signIn(world.server, world.account)) };
    const body = { password: NEW_PASSWORD, current_password: elsewhere.password };
    return [() => world.send(elsewhere, 'PATCH', '/api/account', body), [familyEntry(tokens)]];
  },
  'its password changes, and its grants end': () => {
    const body = { password: NEW_PASSWORD, current_password: world.account.password, end_grants: true };
    return [() => world.send(world.account, 'PATCH', '/api/account', body), [grantEntry()]];
  },
  'the account takes the grant back': async () => {
    const path = await world.grantPath();
    return [() => world.send(world.account, 'DELETE', path), [grantEntry()]];
  },
  'the account closes': () => {
    const body = { current_password: world.account.password };
    return [() => world.send(world.account, 'DELETE', '/api/account', body), [entryOf('account', world.account.id)]];
  },
  'the application is deleted': () => {
    const { client_id } = world.client;
    const path = `/api/applications/${client_id}`;
    return [() => world.send(world.developer, 'DELETE', path), [entryOf('client', client_id, { below: ANY_TIME })]];
  },
  'the application is disabled': () => [() => world.enable(false), [entryOf('disabled', world.client.client_id)]],
  "the developer's account closes": () => {
    const { developer, client } = world;
    const body = { current_password: developer.password };
    const ended = [entryOf('account', developer.id), entryOf('client', client.client_id, { below: ANY_TIME })];
    return [() => world.send(developer, 'DELETE', '/api/account', body), ended];
  },
};

describe('what ends access tokens is published with it', () => {
  it.each(Object.entries(ENDINGS))('where %s', async (_, prepare) => {
    const another = { account: await signUp(world.server), client: await register(world.server, world.account) };
    const tokens = await world.tokens(OPENID);
    const others = [
      await world.tokens(OPENID, another.account),
      await world.tokens(OPENID, world.account, another.client),
      await world.tokens(OPENID, another.account, another.client),
    ];
    const [end, expected] = await prepare(tokens);
    expect(await world.accepts(tokens.access_token)).toBe(true);

    expect(await world.published(end)).toEqual(expect.arrayContaining(expected));
    expect(await world.accepts(tokens.access_token)).toBe(false);
    // Whether they end too: the judges agree.
    for (const { access_token } of others) await world.accepts(access_token);
    expect(await world.published(end)).toEqual([]);
  });

  it('and nothing else is', async () => {
    const others = [await world.tokens(OPENID, await signUp(world.server)), await world.tokens(OPENID)];
    const ended = await world.tokens(OPENID);
    expect(await world.published(() => revoke(ended.refresh_token))).toEqual([familyEntry(ended)]);
    for (const { access_token } of others) expect(await world.accepts(access_token)).toBe(true);
  });

  it('where a code is replayed', async () => {
    const code = await obtainCode(world.server, world.account, world.client);
    const { body } = await exchange(world.server, world.client, code);
    expect(await world.published(() => exchange(world.server, world.client, code))).toEqual([familyEntry(body)]);
    expect(await world.accepts(body.access_token)).toBe(false);
  });

  it('where a session began many families, but for those with offline_access', async () => {
    const ended = [await world.tokens(OPENID), await world.tokens(OPENID)];
    const lasting = await world.tokens({ scope: 'openid notes:read offline_access' });
    const published = await world.published(() => world.send(world.account, 'DELETE', '/api/session'));
    expect(published).toEqual(expect.arrayContaining(ended.map(familyEntry)));
    expect(published).toHaveLength(2);
    for (const { access_token } of ended) expect(await world.accepts(access_token)).toBe(false);
    expect(await world.accepts(lasting.access_token)).toBe(true);
  });

  it('where a client that registered itself deletes itself (RFC 7592)', async () => {
    const client = await registerItself(world.server);
    const { access_token } = await world.tokens(OPENID, world.account, client);
    const headers = bearer(client.registration_access_token);
    const published = await world.published(() => call('DELETE', client.registration_client_uri, { headers }));
    expect(published).toEqual([entryOf('client', client.client_id, { below: ANY_TIME })]);
    expect(await world.accepts(access_token)).toBe(false);
  });
});

describe('what was exchanged (RFC 8693)', () => {
  it("for an application's own token ends with that application", async () => {
    const [robot, printer] = [await world.registerExchanger(), await world.registerExchanger()];
    const own = await world.ownToken(robot);
    const exchanged = await world.exchanged(printer, own);
    for (const token of [own, exchanged]) expect(await world.accepts(token)).toBe(true);
    await world.enable(false, robot);
    for (const token of [own, exchanged]) expect(await world.accepts(token)).toBe(false);
  });

  it("ends with its holder, and with the grant's application, but not with who held it between", async () => {
    const [printer, archive] = [await world.registerExchanger(), await world.registerExchanger()];
    const once = await world.exchanged(printer, (await world.tokens()).access_token);
    const twice = await world.exchanged(archive, once);
    expect(decodeJwt(twice)['gc']).toBe(world.client.client_id);
    await world.enable(false, printer);
    expect([await world.accepts(once), await world.accepts(twice)]).toEqual([false, true]);
    await world.enable(false);
    expect(await world.accepts(twice)).toBe(false);
    await world.enable(true);
    expect(await world.accepts(twice)).toBe(true);
    await world.endGrant();
    expect(await world.accepts(twice)).toBe(false);
  });
});
