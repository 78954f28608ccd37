import { Client } from 'pg';
import { dropFreshDatabases, freshDatabase } from '../../../test/support/postgres-databases';
import { queryPostgres } from '../../../test/support/postgres-query';
import { insertRows } from '../../../test/support/stored-rows';
import { RefreshFamilyRepository } from '../../tokens/refresh-family.repository';
import { type PostgresDataSource, openPostgres } from './postgres-data-source';

const NOW = 1_763_600_000_000;
const DAY = 86_400_000;
const RESOURCE = 'https://n.example';

const ACCOUNT = { id: 'ada', email: 'a', email_key: 'a', created_at: NOW };
const CLIENT = {
  id: 1,
  client_id: 'c1',
  account_id: 'ada',
  name: 'App',
  type: 'public',
  enabled: true,
  created_at: NOW,
};
const RULES = { require_client_authentication: false, loopback_any_port: false };
const GRANT = { id: 'g1', account_id: 'ada', client_id: 1, scopes: 'a', epoch: 0, created_at: NOW, last_used_at: NOW };
const FAMILY = {
  id: 'f1',
  grant_id: 'g1',
  scope_asked: 'a',
  scope_granted: 'a',
  resource: RESOURCE,
  generation: 0,
  created_at: NOW,
  expires_at: NOW + 90 * DAY,
};

describe('a refresh on PostgreSQL', () => {
  let url: string;
  let dataSource: PostgresDataSource;

  beforeEach(async () => {
    url = await freshDatabase();
    dataSource = await openPostgres(url, 1);
    await insertRows(dataSource, {
      accounts: [ACCOUNT],
      clients: [{ ...CLIENT, ...RULES }],
      grants: [GRANT],
      refresh_families: [FAMILY],
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    if (dataSource.isInitialized) await dataSource.destroy();
    await dropFreshDatabases();
  });

  /** Refreshes so often within a minute, from generation 0 on. */
  async function refreshTimes(count: number): Promise<void> {
    const families = new RefreshFamilyRepository(dataSource.units);
    for (let generation = 0; generation < count; generation += 1) {
      const now = NOW + generation;
      const token = { familyId: 'f1', clientId: 1, generation };
      const use = { token, asked: null, usable: () => [`${RESOURCE} a`], proven: true, now, address: '::1' };
      const times = { expiresAt: now + 90 * DAY, accessExpiresAt: now + 14 * DAY };
      expect((await families.rotate(use, times, () => true)).outcome).toBe('rotated');
    }
  }

  it('is one round trip', async () => {
    const sent = jest.spyOn(Client.prototype, 'query');
    await refreshTimes(5);
    expect(sent).toHaveBeenCalledTimes(5);
    await dataSource.destroy();
  });

  it('writes no index entry: the new row stands on the page of the old one (HOT)', async () => {
    await refreshTimes(200);
    // A connection tells what it did when it ends.
    await dataSource.destroy();
    const SELECT = `SELECT n_tup_upd AS updates, n_tup_hot_upd AS hot FROM pg_stat_user_tables
      WHERE relname = 'refresh_families'`;
    let counted = { updates: 0, hot: 0 };
    while (counted.updates < 200) [counted] = (await queryPostgres<typeof counted>(url, SELECT)) as [typeof counted];
    // The first of a day moves the row to a later one, on which it may go.
    expect(counted).toEqual({ updates: 200, hot: 199 });
  });
});
