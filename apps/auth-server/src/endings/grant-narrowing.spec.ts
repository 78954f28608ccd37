import type { Database } from '../platform/database/open-database';
import { ENGINES } from '../../test/engines';
import { account, client, code, deviceCode, family, grant } from '../../test/row-factory';
import { insertRows } from '../../test/stored-rows';
import type { FoundCode } from '../model/codes/code.repository';
import { redemptionOn } from '../model/codes/redemption.engine';
import { systemClock } from '../platform/config/clock';
import { readSettings } from '../platform/config/read-settings';
import { all } from '../platform/database/sql';
import { DeviceRepository } from '../model/devices/device.repository';
import type { Approved } from '../protocol/device/device-polling';
import { rotationOn } from '../model/tokens/rotation.engine';
import { GrantRepository } from '../model/grants/grant.repository';
import { rulesOf } from '../protocol/client/security-profile';

const NOW = 1_700_000_000_000;
const TIMES = { expiresAt: NOW + 2, accessExpiresAt: NOW + 1 };
const OF_GRANT = { grant_id: 'g', grant_epoch: 3 };
const GIVEN = { ...OF_GRANT, scope_asked: 'a b', scope_granted: 'a b' };
const APPROVED = { ...OF_GRANT, scope: 'a b', scope_granted: 'a b', decided_at: 1 };
const AUDIENCES = [{ url: 'r', name: 'R', scopes: ['a', 'b'].map((name) => ({ name, description: '' })) }];

/** What an access token would be issued with. */
interface Given {
  scope: string[];
  reissues: number;
}

describe.each(ENGINES)('a grant that is narrowed, on $engine', ({ engine, open }) => {
  let database: Database;
  const FAMILIES = Array.from({ length: 6 }, (_, n) => `f${n}`);

  beforeEach(async () => {
    database = await open();
    await insertRows(database, {
      accounts: [account('ada'), account('bob')],
      clients: [client(1)],
      grants: [grant('g', { scopes: 'a b', epoch: 3 }), grant('other', { account_id: 'bob', scopes: 'a b', epoch: 3 })],
      refresh_families: [
        ...FAMILIES.map((id) => family(id, GIVEN)),
        family('only b', { ...GIVEN, scope_granted: 'b' }),
        family('details', { ...GIVEN, scope_asked: '', scope_granted: '' }),
        family('of another', { ...GIVEN, grant_id: 'other' }),
      ],
      authorization_codes: ['k', 'k2'].map((hash) => code(hash, { ...GIVEN, expires_at: NOW + 1 })),
      device_codes: ['d', 'd2'].map((hash) => deviceCode(hash, APPROVED)),
    });
  });
  afterEach(() => database.destroy());

  const narrow = (scopes: string[], accountId = 'ada') =>
    new GrantRepository(database.units, { ...systemClock, now: () => NOW }, readSettings({})).narrow(
      'g',
      accountId,
      scopes,
      '::1',
    );
  const read = <Row>(text: string) => database.units.read(() => all<Row>(text));

  const refresh = async (familyId: string): Promise<Given | null> => {
    const token = { familyId, clientId: 1, generation: 0 };
    const use = {
      client: { scopes: null, rules: rulesOf(null) },
      retryWindow: 0,
      provenBy: 'credentials',
      proofKey: null,
      address: '::1',
      isAbandoned: () => false,
      scope: null,
    } as const;
    const request = { token, ...use, resource: undefined, authorizationDetails: undefined, now: NOW };
    const done = await rotationOn(database.units, AUDIENCES).rotate(request, TIMES, (family) => family);
    return 'answer' in done ? { scope: done.answer.scopeGranted, reissues: done.answer.reissues } : null;
  };
  const redeem = async (hash: string): Promise<Given | null> => {
    const rule = (code: FoundCode | null) => ({ code: code!, left: code!.scopeGranted });
    const family = { id: `of ${hash}`, dpopJkt: null, ...TIMES };
    const { code, left, isFirst } = await redemptionOn(database.units).redeem(
      { hash, now: NOW, isAbandoned: () => false },
      family,
      rule,
    );
    return isFirst && Array.isArray(left) ? { scope: left, reissues: code.reissues } : null;
  };
  const redeemDevice = async (hash: string): Promise<Given | null> => {
    const devices = new DeviceRepository(database.units);
    const device = (await devices.find(hash)) as Approved<NonNullable<Awaited<ReturnType<typeof devices.find>>>>;
    const isDone = await devices.redeem(device, { id: `of ${hash}`, dpopJkt: null, ...TIMES }, NOW);
    return isDone ? { scope: device.scopeGranted, reissues: device.reissues } : null;
  };

  it('leaves its families, codes and device codes what is left, and tells services', async () => {
    expect(await narrow(['a'])).toEqual({ outcome: 'narrowed' });
    const given = { scope: ['a'], reissues: 1 };
    expect([await refresh('f0'), await redeem('k'), await redeemDevice('d')]).toEqual([given, given, given]);
    expect(await refresh('only b')).toBeNull();
    const families = await read<{ id: string; scope: string; ended: number | null }>(
      'SELECT id, scope_granted AS scope, revoked_at AS ended FROM refresh_families ORDER BY id',
    );
    const left = Object.fromEntries(families.map(({ id, scope, ended }) => [id, ended === null ? scope : null]));
    expect(left).toMatchObject({ f1: 'a', 'of k': 'a', 'of d': 'a', 'only b': null, details: '', 'of another': 'a b' });
    const told = 'SELECT kind, subject, client_id, below FROM revocations ORDER BY version';
    expect(await read(told)).toEqual([{ kind: 'reissue', subject: 'ada', client_id: 'c1', below: 1 }]);
    expect(await read('SELECT kind, scopes, address FROM events')).toEqual([
      { kind: 'grant.narrowed', scopes: 'a', address: '::1' },
    ]);
  });

  it('again and again, is one entry for services', async () => {
    for (const scopes of ['a', 'b']) {
      await database.units.run("UPDATE grants SET scopes = 'a b'");
      await narrow([scopes]);
    }
    expect(await read("SELECT version, below FROM revocations WHERE kind = 'reissue'")).toMatchObject([{ below: 2 }]);
  });

  it('ends codes that are left nothing, but not those of authorization details alone', async () => {
    await database.units.run("UPDATE authorization_codes SET scope_granted = 'b' WHERE hash = 'k'");
    await database.units.run("UPDATE authorization_codes SET scope_granted = '' WHERE hash = 'k2'");
    await narrow(['a']);
    const expiries: (number | undefined)[] = [];
    for (const hash of ['k', 'k2'])
      await redemptionOn(database.units).redeem(
        { hash, now: NOW, isAbandoned: () => false },
        { id: hash, dpopJkt: null, ...TIMES },
        (code) => {
          expiries.push(code?.expiresAt);
          return { code: code!, left: code!.scopeGranted };
        },
      );
    expect(expiries).toEqual([0, NOW + 1]);
  });

  it('does nothing for its whole scope, what it lacks, and of another account', async () => {
    expect(await narrow(['b', 'a'])).toEqual({ outcome: 'narrowed' });
    expect(await narrow(['a', 'c', 'd'])).toEqual({ outcome: 'unknown', scopes: ['c', 'd'] });
    expect(await narrow(['a'], 'bob')).toEqual({ outcome: 'none' });
    expect(await read('SELECT scopes, reissues FROM grants')).toEqual([
      { scopes: 'a b', reissues: 0 },
      { scopes: 'a b', reissues: 0 },
    ]);
    expect(await read('SELECT version FROM revocations')).toEqual([]);
  });

  it('at the moment of a refresh, an exchange and a poll: no token of the old scope has the new count', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      await database.units.run("UPDATE grants SET scopes = 'a b', reissues = 0 WHERE id = 'g'");
      await database.units.run('DELETE FROM revocations');
      await database.units.run("UPDATE refresh_families SET scope_granted = 'a b', generation = 0, revoked_at = NULL");
      await database.units.run('UPDATE authorization_codes SET redeemed_at = NULL');
      await database.units.run('UPDATE device_codes SET redeemed_at = NULL');
      await database.units.run("DELETE FROM refresh_families WHERE id LIKE 'of %' AND grant_id = 'g'");
      const early = [...FAMILIES.slice(0, 3).map(refresh), redeem('k'), redeemDevice('d')];
      if (round % 3 === 1) await Promise.resolve();
      const done = narrow(['a']);
      if (round % 3 === 2) await done;
      const late = [...FAMILIES.slice(3).map(refresh), redeem('k2'), redeemDevice('d2')];
      const answers = [...(await Promise.all(early)), ...(await Promise.all(late))];
      await done;
      for (const answer of answers.filter((given) => given !== null)) {
        seen.add(`${answer.scope.join(' ')} ${answer.reissues}`);
        expect(answer).not.toEqual({ scope: ['a', 'b'], reissues: 1 });
      }
      // No family begun or refreshed meanwhile keeps the old scope for later refreshes.
      const wide =
        "SELECT id FROM refresh_families WHERE grant_id = 'g' AND revoked_at IS NULL AND scope_granted = 'a b'";
      expect(await read(wide)).toEqual([]);
    }
    expect([...seen]).toContain('a 1');
  }, 60_000);

  const whileExchangeWaits = async () => {
    const [{ promise: narrowed, resolve: commit }, { promise: begun, resolve: begin }] = [deferred(), deferred()];
    const holding = database.transaction(async (manager) => {
      await manager.query("UPDATE grants SET scopes = 'a', reissues = 1 WHERE id = 'g'");
      begin();
      await narrowed;
    });
    await begun;
    const exchange = redeem('k');
    const waits = "SELECT COUNT(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while (Number((await read<{ count: string }>(waits))[0]!.count) === 0);
    commit();
    await holding;
    expect(await exchange).toEqual({ scope: ['a'], reissues: 1 });
    expect(await read("SELECT scope_granted AS scope FROM refresh_families WHERE id = 'of k'")).toEqual([
      { scope: 'a' },
    ]);
  };
  // On SQLite a unit runs without a pause.
  if (engine === 'postgres')
    it('while an exchange waits for its row, is judged anew by the exchange', whileExchangeWaits);
});

function deferred() {
  let resolve = () => undefined as void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
