import { ENGINES } from '../../../test/engines';
import { account, client, code, deviceCode, family, grant } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import type { FoundCode } from '../codes/code.repository';
import { redemptionOn } from '../codes/redemption.engine';
import type { Database } from '../../platform/database/open-database';
import { all } from '../../platform/database/sql';
import { DeviceRepository } from '../devices/device.repository';
import type { Approved } from '../../protocol/device/device-polling';
import { RefreshFamilyRepository } from '../tokens/refresh-family.repository';
import { rotationOn } from '../tokens/rotation.engine';
import { rulesOf } from '../../protocol/client/security-profile';

const NOW = 1_700_000_000_000;
const TIMES = { expiresAt: NOW + 2, accessExpiresAt: NOW + 1 };
const OF_GRANT = { grant_id: 'g', grant_epoch: 3 };
const AUDIENCES = [{ url: 'r', name: 'R', scopes: [{ name: 'a', description: '' }] }];

/** One row is revoked; dependent rows are not yet. */
const ENDS = {
  nothing: 'SELECT 1',
  'the application': 'UPDATE clients SET revoked_at = 1 WHERE id = 1',
  'the account': "UPDATE accounts SET closed_at = 1 WHERE id = 'ada'",
  'the grant, though it began again': 'UPDATE grants SET epoch = epoch + 1',
};

describe.each(ENGINES)('on $engine', ({ open }) => {
  let database: Database;

  beforeEach(async () => {
    database = await open();
    await insertRows(database, {
      accounts: [account('dev'), account('ada')],
      clients: [client(1, { account_id: 'dev' })],
      grants: [grant('g', { epoch: 3 })],
      refresh_families: [family('f', { ...OF_GRANT, generation: 2 })],
      authorization_codes: [code('k', OF_GRANT)],
      device_codes: [deviceCode('d', { ...OF_GRANT, decided_at: 1, scope_granted: 'a' })],
    });
  });
  afterEach(() => database.destroy());

  const refresh = (generation: number) => {
    const token = { familyId: 'f', clientId: 1, generation };
    const by = {
      client: { scopes: null, rules: rulesOf(null) },
      retryWindow: 0,
      provenBy: 'credentials',
      proofKey: null,
      address: '::1',
      isAbandoned: () => false,
    } as const;
    const request = { scope: null, resource: undefined, authorizationDetails: undefined };
    return rotationOn(database.units, AUDIENCES).rotate({ token, ...by, ...request, now: NOW }, TIMES, () => null);
  };
  const redeem = async () => {
    const family = { id: 'of the code', dpopJkt: null, ...TIMES };
    const rule = (code: FoundCode | null) => ({ code: code!, left: null });
    return (await redemptionOn(database.units).redeem({ hash: 'k', now: NOW, isAbandoned: () => false }, family, rule))
      .isFirst;
  };
  const redeemDevice = async () => {
    const devices = new DeviceRepository(database.units);
    const found = (await devices.find('d')) as Approved<NonNullable<Awaited<ReturnType<typeof devices.find>>>>;
    return devices.redeem(found, { id: 'of the device', dpopJkt: null, ...TIMES }, NOW);
  };

  it.each(Object.entries(ENDS))('where %s has ended, what hangs on it is judged by that row', async (name, end) => {
    if (name !== 'nothing') await database.units.run(end);
    const isAlive = name === 'nothing';
    const families = new RefreshFamilyRepository(database.units);
    expect((await families.find({ familyId: 'f', clientId: 1, generation: 2 }, NOW)) !== null).toBe(isAlive);
    expect(await redeem()).toBe(isAlive);
    expect(await redeemDevice()).toBe(isAlive);
    expect((await refresh(2)).outcome).toBe(isAlive ? 'rotated' : 'refused');
    // In what was revoked no use counts as a replay, which would be logged.
    expect((await refresh(1)).outcome).toBe(isAlive ? 'replayed' : 'refused');
    const begun = 'SELECT id, grant_epoch AS epoch FROM refresh_families ORDER BY id';
    const alive = { id: 'f', epoch: 3 };
    expect(await database.units.read(() => all(begun))).toEqual(
      isAlive ? [alive, { id: 'of the code', epoch: 3 }, { id: 'of the device', epoch: 3 }] : [alive],
    );
    expect(await database.units.read(() => all('SELECT kind FROM events'))).toHaveLength(isAlive ? 1 : 0);
  });
});
