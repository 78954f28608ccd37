import { ENGINES } from '../../../test/engines';
import { account, client, family, grant } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import { systemClock } from '../../platform/config/clock';
import type { Database } from '../../platform/database/open-database';
import { all } from '../../platform/database/sql';
import { readSettings } from '../../platform/config/read-settings';
import { type ExchangedAccess, DelegationRepository } from './delegation.repository';
import { GrantRepository } from './grant.repository';

const NOW = 1_700_000_000_000;
const PHOTOS = 'https://photos.example.com';
const GIVEN: ExchangedAccess = { clientId: 'mcp', audience: PHOTOS, scope: ['see'], familyId: 'f', reissues: 1 };

describe.each(ENGINES)('delegations of a grant, on $engine', ({ open }) => {
  let database: Database;
  let now: number;

  beforeEach(async () => {
    now = NOW;
    database = await open();
    await insertRows(database, {
      accounts: [account('ada')],
      clients: ['app', 'mcp', 'agent'].map((client_id, at) => client(at + 1, { client_id, type: 'confidential' })),
      grants: [grant('g', { scopes: 'a b', epoch: 3, reissues: 1 })],
      refresh_families: [
        family('f', { grant_epoch: 3 }),
        family('old', { grant_epoch: 2 }),
        family('next', { grant_epoch: 4 }),
      ],
    });
  });
  afterEach(() => database.destroy());

  const clock = { ...systemClock, now: () => now };
  const record = (more: Partial<ExchangedAccess> = {}, after = 0) => {
    now = NOW + after;
    return new DelegationRepository(database.units, clock).record({ ...GIVEN, ...more });
  };
  const grants = () => new GrantRepository(database.units, clock, readSettings({}));
  const rows = () =>
    database.units.read(() => all('SELECT * FROM delegations ORDER BY created_at, client_id, resource'));
  const shown = async () => {
    const [grant] = await grants().listOf('ada');
    return grant!.delegations.map(({ clientId, scopes, createdAt, lastUsedAt }) => [
      clientId,
      scopes,
      Number(createdAt) - NOW,
      Number(lastUsedAt) - NOW,
    ]);
  };

  it('are one for each application and resource, with all scopes that it was given', async () => {
    await record({ scope: ['see', 'print'] });
    await record({ scope: ['seen'] }, 1);
    await record({ clientId: 'agent' }, 2);
    await record({ audience: 'https://mail.example.com' }, 3);
    expect(await shown()).toEqual([
      ['mcp', 'see print seen', 0, 1],
      ['agent', 'see', 2, 2],
      ['mcp', 'see', 3, 3],
    ]);
  });

  it('are written once a minute at most, while no scope is new', async () => {
    await record({ scope: ['see', 'print'] });
    await record({ scope: ['print'] }, 59_999);
    expect(await shown()).toEqual([['mcp', 'see print', 0, 0]]);
    await record({ scope: ['print'] }, 60_000);
    expect(await shown()).toEqual([['mcp', 'see print', 0, 60_000]]);
  });

  it('of many exchanges at one moment are one, and lose no scope', async () => {
    const scopes = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all([...scopes, ...scopes].map((name) => record({ scope: [name] })));
    const [[, written]] = (await shown()) as [[string, string]];
    expect(written.split(' ').sort()).toEqual(scopes);
  });

  it('are not written of a grant that ended, or was narrowed, meanwhile', async () => {
    await record({ familyId: 'old' });
    await record({ familyId: 'unknown' });
    await record({ reissues: 0 });
    expect(await rows()).toEqual([]);
  });

  it('end with the grant, and are none of the one that begins again', async () => {
    await record({ scope: ['see', 'print'] });
    await grants().end('g', 'ada', '::1');
    await database.units.run('UPDATE grants SET revoked_at = NULL');
    expect(await shown()).toEqual([]);
    await record({ familyId: 'next', scope: ['see'] }, 5);
    expect(await shown()).toEqual([['mcp', 'see', 5, 5]]);
  });

  it('end when the grant is narrowed: the tokens are refused', async () => {
    await record();
    await grants().narrow('g', 'ada', ['a'], '::1');
    expect(await rows()).toEqual([]);
    await record({}, 1);
    expect(await rows()).toEqual([]);
    await record({ reissues: 2 }, 2);
    expect(await shown()).toEqual([['mcp', 'see', 2, 2]]);
  });

  it('are not shown of an application that was deleted, and go with its row and with the grant', async () => {
    await record();
    await record({ clientId: 'agent' });
    await database.units.run("UPDATE clients SET revoked_at = 1 WHERE client_id = 'mcp'");
    expect(await shown()).toEqual([['agent', 'see', 0, 0]]);
    await database.units.run("DELETE FROM clients WHERE client_id = 'mcp'");
    expect(await rows()).toHaveLength(1);
    await database.units.run('DELETE FROM refresh_families');
    await database.units.run("DELETE FROM grants WHERE id = 'g'");
    expect(await rows()).toEqual([]);
  });
});
