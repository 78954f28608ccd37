import { basicOf } from '@consentry/test-support/world/devices';
import { givenPublishedServer, grantClaimsOf } from '../../support/published-server';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Application, type Tokens, refresh, register } from '@consentry/test-support/world/world';

/** Entries of one account and application, and of one account. */
const [OF_PAIR, OF_HOLDER] = [32, 64];

const world = givenPublishedServer();

const countOf = async (holder: string, pair?: string) => {
  const rows = await storedRows<{ pair: string }>(
    world.server,
    'SELECT pair FROM revocations WHERE holder = ?',
    holder,
  );
  return rows.filter((row) => pair === undefined || row.pair === pair).length;
};
const revoke = async (token: string, by: Application = world.client) =>
  expect((await world.post('/oauth2/revoke', { token }, basicOf(by))).status).toBe(200);
const refreshed = async ({ refresh_token }: Tokens) => (await refresh(world.server, refresh_token)).body;

describe('what one account ends', () => {
  it('refreshing and revoking 120 times, is few entries: one refuses what many did, and nothing else', async () => {
    const tokens: string[] = [];
    let latest = await world.tokens();
    const other = await world.tokens({}, world.developer);
    for (let n = 0; n < 120; n += 1) {
      latest = await refreshed(latest);
      tokens.push(latest.access_token);
      await revoke(latest.access_token);
      expect(await countOf(world.account.id, world.client.client_id)).toBeLessThanOrEqual(OF_PAIR);
    }
    for (const token of tokens) expect(await world.accepts(token)).toBe(false);
    const again = await refreshed(latest);
    expect(grantClaimsOf(again.access_token)).toEqual({ rv: 3 });
    expect([await world.accepts(again.access_token), await world.accepts(other.access_token)]).toEqual([true, true]);
    const jtis = await storedRows(world.server, 'SELECT jti FROM revoked_access_tokens');
    expect(jtis.length).toBeLessThanOrEqual(OF_PAIR);
  }, 60_000);

  it('beginning and ending families, likewise: a living one is refreshed once', async () => {
    const living = await world.tokens();
    const exchanged = await world.exchanged(await world.registerExchanger(), living.access_token);
    const ended: string[] = [];
    for (let n = 0; n <= OF_PAIR; n += 1) {
      const tokens = await world.tokens();
      ended.push(tokens.access_token);
      await revoke(tokens.refresh_token);
    }
    expect(await countOf(world.account.id)).toBe(1);
    for (const token of [...ended, living.access_token, exchanged]) expect(await world.accepts(token)).toBe(false);
    const { access_token } = await refreshed(living);
    expect(await world.accepts(access_token)).toBe(true);
    await world.endGrant();
    expect(await world.accepts(access_token)).toBe(false);
    const given = await world.tokens();
    expect(grantClaimsOf(given.access_token)).toEqual({ ge: 1, rv: 1 });
    expect(await world.accepts(given.access_token)).toBe(true);
  }, 60_000);

  it('at 12 applications 15 times each, is one entry for all of its grants, also for those that begin later', async () => {
    const clients = [];
    for (let n = 0; n < 12; n += 1) clients.push(await register(world.server, world.developer));
    const living = await world.tokens();
    const ended: string[] = [];
    for (let n = 0; n < 15; n += 1)
      for (const client of clients) {
        const { access_token } = await world.tokens({}, world.account, client);
        ended.push(access_token);
        await revoke(access_token, client);
        expect(await countOf(world.account.id)).toBeLessThanOrEqual(OF_HOLDER);
      }
    for (const token of [...ended, living.access_token]) expect(await world.accepts(token)).toBe(false);
    expect(await world.accepts((await refreshed(living)).access_token)).toBe(true);
    const later = await world.tokens({}, world.account, await register(world.server, world.developer));
    expect(grantClaimsOf(later.access_token).rv).toBeGreaterThan(0);
    expect(await world.accepts(later.access_token)).toBe(true);
  }, 120_000);

  it('ended and refreshed at one moment, is judged alike, token by token', async () => {
    const given: Tokens[] = [];
    for (let n = 0; n < 2 * OF_PAIR; n += 1) given.push(await world.tokens());
    const [ended, living] = [given.slice(0, OF_PAIR + 8), given.slice(OF_PAIR + 8)];
    const revoked = ended.map(({ refresh_token }) => revoke(refresh_token));
    const brought = await Promise.all(living.map(refreshed));
    await Promise.all(revoked);
    for (const { access_token } of [...given, ...brought]) await world.accepts(access_token);
    for (const { access_token } of ended) expect(await world.accepts(access_token)).toBe(false);
    const again = await Promise.all(brought.map(refreshed));
    for (const { access_token } of again) expect(await world.accepts(access_token)).toBe(true);
    expect(await countOf(world.account.id, world.client.client_id)).toBeLessThanOrEqual(OF_PAIR);
  }, 60_000);

  it('giving and taking back one grant 25 times, is one entry', async () => {
    const tokens: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      tokens.push((await world.tokens()).access_token);
      await world.endGrant();
      expect(await countOf(world.account.id)).toBe(1);
    }
    for (const token of tokens) expect(await world.accepts(token)).toBe(false);
    expect(await world.accepts((await world.tokens()).access_token)).toBe(true);
  }, 60_000);
});

describe('what an application ends', () => {
  it('of its own tokens is few entries, and others that exchanged theirs of it are refused with them', async () => {
    const [robot, printer] = [await world.registerExchanger(), await world.registerExchanger()];
    const kept = await world.ownToken(robot);
    const exchanged = await world.exchanged(printer, kept);
    const others = await world.ownToken(printer);
    const ended: string[] = [];
    for (let n = 0; n <= OF_PAIR; n += 1) {
      ended.push(await world.ownToken(robot));
      await revoke(ended.at(-1)!, robot);
    }
    expect(await countOf(robot.client_id)).toBe(1);
    for (const token of [...ended, kept, exchanged]) expect(await world.accepts(token)).toBe(false);
    expect(await world.accepts(others)).toBe(true);
    const again = await world.ownToken(robot);
    expect([await world.accepts(again), grantClaimsOf(again)]).toEqual([true, { rv: 1 }]);
    const next = await world.exchanged(printer, again);
    expect(grantClaimsOf(next)).toEqual({ rv: 1 });
    expect(await world.accepts(next)).toBe(true);
    await revoke(next, printer);
    expect(await world.accepts(next)).toBe(false);
  }, 60_000);

  it('switched off and on 25 times, is one entry, which says how it is', async () => {
    const { access_token } = await world.tokens();
    for (let n = 0; n < 25; n += 1) {
      await world.enable(n % 2 === 1);
      const states = (await world.entries()).filter(({ subject }) => subject === world.client.client_id);
      expect(states).toHaveLength(1);
      expect(await world.accepts(access_token)).toBe(n % 2 === 1);
    }
  }, 60_000);

  it('deleted is an entry, 100 a day for each developer', async () => {
    const path = ({ client_id }: Application) => `/api/applications/${client_id}`;
    const statuses: number[] = [];
    for (let n = 0; n <= 100; n += 1)
      statuses.push(await world.send(world.developer, 'DELETE', path(await register(world.server, world.developer))));
    expect([...new Set(statuses.slice(0, 100)), statuses.at(-1)]).toEqual([204, 429]);
    await world.advance({ days: 1 });
    expect(await world.send(world.developer, 'DELETE', path(world.client))).toBe(204);
  }, 60_000);
});
