import { ENGINES } from '../../../test/engines';
import { account, client } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import type { Database } from '../../platform/database/open-database';
import { all } from '../../platform/database/sql';
import type { Approved } from '../../protocol/device/device-polling';
import { DeviceRepository, type FoundDevice } from './device.repository';

const NOW = 1_700_000_000_000;
const BY = { accountId: 'ada', address: '192.0.2.1' };
const APPROVAL = { clientId: 1, scope: ['read'], sid: null, authentication: null, allowedWith: null };
const family = (id: string) => ({ id, dpopJkt: null, expiresAt: NOW + 2, accessExpiresAt: NOW + 1 });

/** All calls read before any writes: only the rows decide which call is first. */
describe.each(ENGINES)('device codes on $engine', ({ open }) => {
  let database: Database;
  let devices: DeviceRepository;

  beforeEach(async () => {
    database = await open();
    devices = new DeviceRepository(database.units);
    await insertRows(database, { accounts: [account('ada')], clients: [client(1, { client_id: 'television' })] });
  });
  afterEach(() => database.destroy());

  const insert = (hash: string, userCodeHash = hash) =>
    devices.open(
      {
        hash,
        userCodeHash,
        publicClientId: 'television',
        scope: ['read'],
        resource: '',
        authorizationDetails: null,
        address: '::1',
        expiresAt: NOW + 60_000,
      },
      NOW,
    );
  const opened = async (hash: string): Promise<FoundDevice> => {
    expect(await insert(hash)).toBe(true);
    return (await devices.find(hash))!;
  };
  const rowsOf = (table: string) => database.units.read(() => all(`SELECT * FROM ${table}`));

  it('a user code that another device waits with is not taken', async () => {
    expect(await insert('one', 'the same')).toBe(true);
    expect(await insert('other', 'the same')).toBe(false);
    expect(await devices.find('other')).toBeNull();
  });

  it('of two decisions one is taken, whichever they are', async () => {
    const [one, other] = [await opened('one'), await opened('other')];
    expect(await devices.approve(one, APPROVAL, BY, NOW)).toMatchObject({ isNews: true });
    expect(await devices.approve(one, APPROVAL, BY, NOW)).toBeNull();
    expect(await devices.reject(one, BY, NOW)).toBe(false);
    const both = [devices.reject(other, BY, NOW), devices.approve(other, APPROVAL, BY, NOW)];
    expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
    expect(await rowsOf('events')).toHaveLength(2);
  });

  it('a decision that comes too late, or of an account or application that is gone, is not taken', async () => {
    const device = await opened('one');
    expect(await devices.approve(device, APPROVAL, BY, device.expiresAt)).toBeNull();
    await database.units.run('UPDATE accounts SET closed_at = 1');
    expect(await devices.approve(device, APPROVAL, BY, NOW)).toBeNull();
    await database.units.run('UPDATE accounts SET closed_at = NULL');
    await database.units.run('UPDATE clients SET enabled = FALSE');
    expect(await devices.approve(device, APPROVAL, BY, NOW)).toBeNull();
    expect(await rowsOf('grants')).toEqual([]);
  });

  describe('an approved one', () => {
    let approved: Approved<FoundDevice>;

    beforeEach(async () => {
      await devices.approve(await opened('one'), APPROVAL, BY, NOW);
      approved = (await devices.find('one')) as Approved<FoundDevice>;
    });

    it('begins one family, whoever comes', async () => {
      const redeem = (id: string) => devices.redeem(approved, family(id), NOW);
      expect((await Promise.all(['a', 'b', 'c'].map(redeem))).filter(Boolean)).toHaveLength(1);
      expect(await redeem('d')).toBe(false);
      expect(await rowsOf('refresh_families')).toHaveLength(1);
    });

    it.each([
      ['the grant ended', 'UPDATE grants SET revoked_at = 1'],
      ['it ended and began again', 'UPDATE grants SET epoch = epoch + 1'],
      ['the application was disabled', 'UPDATE clients SET enabled = FALSE'],
      ['the application was deleted', 'UPDATE clients SET revoked_at = 1'],
      ['the account closed', 'UPDATE accounts SET closed_at = 1'],
      ['it expired', `UPDATE device_codes SET expires_at = ${NOW}`],
    ])('begins none where %s meanwhile', async (_name, change) => {
      await database.units.run(change);
      expect(await devices.redeem(approved, family('a'), NOW)).toBe(false);
      expect(await rowsOf('refresh_families')).toEqual([]);
    });

    it('is polled as one that is not too early: it may be redeemed at once', async () => {
      expect(await devices.recordPoll('one', NOW)).toBe(true);
    });
  });
});
