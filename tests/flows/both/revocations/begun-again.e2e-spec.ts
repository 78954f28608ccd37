import { decodeJwt } from 'jose';
import { beginDevice, decideDevice, poll, registerTelevision } from '@consentry/test-support/world/devices';
import { EXCHANGE, PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { givenSite } from '@consentry/test-support/server/given';
import { givenPublishedServer, grantClaimsOf } from '../../support/published-server';
import { changeStored } from '@consentry/test-support/server/stored';
import {
  type Application,
  type Tokens,
  authorizeUrl,
  call,
  decide,
  exchange,
  obtainCode,
  refresh,
  register,
  requestConsent,
} from '@consentry/test-support/world/world';

const world = givenPublishedServer();

describe('a grant that is taken back and given again in the same millisecond', () => {
  it('gives tokens that are accepted, while those of before are refused', async () => {
    const before = await world.tokens();
    await world.endGrant();
    const after = await world.tokens();
    const { body: refreshed } = await refresh(world.server, after.refresh_token);
    expect(decodeJwt(after.access_token).iat).toBe(decodeJwt(before.access_token).iat);
    expect(await world.accepts(before.access_token)).toBe(false);
    expect(grantClaimsOf(before.access_token)).toEqual({});
    for (const { access_token } of [after, refreshed]) {
      expect(await world.accepts(access_token)).toBe(true);
      expect(grantClaimsOf(access_token)).toEqual({ ge: 1 });
    }
    expect(await world.published(() => world.endGrant())).toMatchObject([{ kind: 'grant', below: 2 }]);
    expect(await world.accepts(after.access_token)).toBe(false);
  });

  it('counts on where its row was purged: services still hold what it was before', async () => {
    await obtainCode(world.server, world.account, world.client);
    await world.endGrant();
    await changeStored(world.server, 'DELETE FROM grants WHERE account_id = ?', world.account.id);
    const { access_token } = await world.tokens();
    expect(grantClaimsOf(access_token)).toEqual({ ge: 1 });
    expect(await world.accepts(access_token)).toBe(true);
  });

  it('is counted in the tokens of every way, and so are its reissues', async () => {
    const television = await registerTelevision(world.server, world.developer);
    const own = await register(world.server, world.account);
    const printer = await world.registerExchanger();
    const ways: Record<string, () => Promise<Tokens>> = {
      code: () => world.tokens(),
      'device code': async () => {
        const device = await beginDevice(world.server, television, { scope: 'notes:read' });
        await decideDevice(world.server, world.account, device.user_code);
        return (await poll(world.server, television, device)).body;
      },
      'test token': async () => {
        const url = `${world.server.url}/api/applications/${own.client_id}/test-token`;
        const { session: headers } = world.account;
        return (await call<Tokens>('POST', url, { headers, body: { scope: 'notes:read' } })).body;
      },
    };
    const raise = 'UPDATE grants SET epoch = 2, reissues = 3 WHERE account_id = ?';
    for (const [way, issue] of Object.entries(ways)) {
      expect([way, grantClaimsOf((await issue()).access_token)]).toEqual([way, {}]);
      await changeStored(world.server, raise, world.account.id);
      const issued = await issue();
      const { access_token } = (await refresh(world.server, issued.refresh_token)).body;
      for (const token of [issued.access_token, access_token])
        expect([way, grantClaimsOf(token)]).toEqual([way, { ge: 2, rv: 3 }]);
      const gc = decodeJwt(access_token)['client_id'];
      const exchanged = await world.exchanged(printer, access_token);
      expect([way, grantClaimsOf(exchanged)]).toEqual([way, { ge: 2, rv: 3, gc }]);
    }
  });
});

describe('access tokens issued before', () => {
  const record = (kind: string, subject: string, clientId: string | null, below: number) =>
    changeStored(
      world.server,
      'INSERT INTO revocations (kind, subject, client_id, below, at, expires_at) VALUES (?, ?, ?, ?, 1, ?)',
      ...[kind, subject, clientId, below, world.now + 86_400_000],
    );

  it('a reissue are refused, and its grant lives: a refresh brings one that is accepted', async () => {
    const { access_token, refresh_token } = await world.tokens();
    const exchanged = await world.exchanged(await world.registerExchanger(), access_token);
    await changeStored(world.server, 'UPDATE grants SET reissues = 1 WHERE account_id = ?', world.account.id);
    await record('reissue', world.account.id, world.client.client_id, 1);
    for (const token of [access_token, exchanged]) expect(await world.accepts(token)).toBe(false);
    const { body } = await refresh(world.server, refresh_token);
    expect(await world.accepts(body.access_token)).toBe(true);
  });

  it.each([0, 1])('a restore are refused by their second, those of %s seconds later', async (later) => {
    const { access_token, refresh_token } = await world.tokens();
    const own = await world.ownToken(await world.registerExchanger());
    const below = Math.floor(world.now / 1000) + later;
    const cutoff = 'INSERT INTO access_token_cutoffs (id, issued_before) VALUES (1, ?)';
    await changeStored(world.server, cutoff, 1000 * below);
    await record('before', '', null, below);
    for (const token of [access_token, own]) expect(await world.accepts(token)).toBe(later === 0);
    await world.advance({ seconds: later });
    expect(await world.accepts((await refresh(world.server, refresh_token)).body.access_token)).toBe(true);
    await changeStored(world.server, 'DELETE FROM access_token_cutoffs');
    await changeStored(world.server, "DELETE FROM revocations WHERE kind = 'before'");
  });
});

describe('an application that is disabled', () => {
  it('and enabled again is one entry, of its state now: its tokens are good again', async () => {
    const { access_token } = await world.tokens();
    await world.enable(false);
    const { version } = (await world.entries()).at(-1)!;
    expect(await world.accepts(access_token)).toBe(false);
    expect(await world.published(() => world.enable(false))).toEqual([]);
    const enabled = { kind: 'enabled', subject: world.client.client_id, below: null };
    expect(await world.published(() => world.enable(true))).toMatchObject([enabled]);
    expect((await world.entries()).map((entry) => entry.version)).not.toContain(version);
    expect(await world.accepts(access_token)).toBe(true);
    expect(await world.published(() => world.enable(true))).toEqual([]);
  });
});

describe('a client that is known by its document', () => {
  const site = givenSite();
  const SHORT = { 'cache-control': 'max-age=60' };

  const begin = async (client: Application) => {
    const code = await obtainCode(world.server, world.account, client, PKCE);
    return (await exchange(world.server, client, code, EXCHANGE)).body.access_token;
  };
  const authorize = (client: Application) =>
    call('GET', authorizeUrl(world.server, client, PKCE), { headers: world.account.session });
  const approve = async (client: Application) => {
    const { sessionID } = await requestConsent(world.server, world.account, client, PKCE);
    return (await decide(world.server, world.account, sessionID)).status;
  };

  it('begins again a minute after its end; what it had stays refused, also what was exchanged', async () => {
    const client = applicationOf(site.serve('/client', {}, SHORT));
    const before = await begin(client);
    const exchanged = await world.exchanged(await world.registerExchanger(), before);
    await world.advance({ seconds: 61 });
    // Withdrawn is what is so twice, an hour apart.
    site.answer('/client', (response) => response.writeHead(404).end());
    expect((await authorize(client)).status).toBe(200);
    await world.advance({ minutes: 61 });
    const below = Math.floor(world.now / 1000) + 61;
    const entry = { kind: 'client', subject: client.client_id, below };
    expect(await world.published(() => authorize(client))).toMatchObject([entry]);
    for (const token of [before, exchanged]) expect(await world.accepts(token)).toBe(false);

    site.serve('/client', {}, SHORT);
    expect(await approve(client)).toBe(503);
    await world.advance({ ms: 1000 * below - world.now - 1 });
    expect(await approve(client)).toBe(503);
    await world.advance({ ms: 1 });
    expect(await world.accepts(await begin(client))).toBe(true);
    for (const token of [before, exchanged]) expect(await world.accepts(token)).toBe(false);
  });
});
