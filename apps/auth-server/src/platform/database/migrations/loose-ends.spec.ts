import { ENGINES } from '../../../../test/engines';
import { insertRows, readRows } from '../../../../test/stored-rows';

const DAY = 86_400_000;
const CLIENT = { account_id: 'ada', name: '', type: 'public', enabled: true, created_at: 1 };
const RULES = { require_client_authentication: false, loopback_any_port: false };
const SCOPES = { scope_asked: '', scope_granted: '', resource: '' };
const TIMES = { created_at: 1, expires_at: 90 * DAY, access_expires_at: 14 * DAY, reap_day: 91 };
const GRANT = { scopes: '', epoch: 1, created_at: 7 };
const FAMILY = { grant_epoch: 1, generation: 0, ...SCOPES, ...TIMES };

describe.each(ENGINES)('the way back from loose ends on $engine', ({ connect }) => {
  it('ends every family that only another row says has ended, and no other', async () => {
    const database = await connect();
    const { migrations } = database;
    const last = migrations.findIndex(({ constructor }) => constructor.name === 'LooseEnds1764000000000');
    await Object.assign(database, { migrations: migrations.slice(0, last + 1) }).runMigrations();
    await insertRows(database, {
      accounts: [
        { id: 'ada', created_at: 1, closed_at: null },
        { id: 'eve', created_at: 1, closed_at: 3 },
      ],
      clients: [
        { id: 1, client_id: 'c1', ...CLIENT, ...RULES, revoked_at: null },
        { id: 2, client_id: 'c2', ...CLIENT, ...RULES, revoked_at: 5 },
      ],
      grants: [
        { id: 'g1', account_id: 'ada', client_id: 1, ...GRANT },
        { id: 'g2', account_id: 'ada', client_id: 2, ...GRANT },
        { id: 'g3', account_id: 'eve', client_id: 1, ...GRANT },
      ],
      refresh_families: [
        { id: 'alive', grant_id: 'g1', ...FAMILY },
        { id: 'of a deleted application', grant_id: 'g2', ...FAMILY },
        { id: 'of a closed account', grant_id: 'g3', ...FAMILY },
        { id: 'of an epoch before', grant_id: 'g1', ...FAMILY, grant_epoch: 0 },
      ],
    });
    await database.createQueryRunner().beforeMigration();
    const later = database.migrations.map((one) => one.constructor.name).indexOf('LooseEnds1764000000000');
    for (let left = database.migrations.length; left > later; left -= 1) await database.undoLastMigration();
    const rows = await readRows(database, 'refresh_families');
    expect(rows.map(({ id, revoked_at, reap_day }) => [id, revoked_at, reap_day])).toEqual([
      ['alive', null, 91],
      ['of a closed account', 3, 15],
      ['of a deleted application', 5, 15],
      ['of an epoch before', 7, 15],
    ]);
    await database.destroy();
  });
});
