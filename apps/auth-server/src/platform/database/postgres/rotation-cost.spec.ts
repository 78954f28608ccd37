import { Client } from 'pg';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { account, client, family, grant } from '../../../../test/row-factory';
import { insertRows } from '../../../../test/stored-rows';
import type { RefreshUse } from '../../../model/tokens/rotation';
import { rotationOn } from '../../../model/tokens/rotation.engine';
import { type PostgresDataSource, openPostgres } from './postgres-data-source';
import { rulesOf } from '../../../protocol/client/security-profile';

const NOW = 1_763_600_000_000;
const DAY = 86_400_000;
const RESOURCE = 'https://n.example';

const FAMILY = { resource: RESOURCE, created_at: NOW, expires_at: NOW + 90 * DAY };

describe('a refresh on PostgreSQL', () => {
  let url: string;
  let dataSource: PostgresDataSource;

  beforeEach(async () => {
    url = await migratedDatabase();
    dataSource = await openPostgres(url, 1);
    await insertRows(dataSource, {
      accounts: [account('ada')],
      clients: [client(1)],
      grants: [grant('g', { last_used_at: NOW })],
      refresh_families: [family('f1', FAMILY)],
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    if (dataSource.isInitialized) await dataSource.destroy();
    await dropFreshDatabases();
  });

  /** Refreshes the families in turn, from generation 0, within a minute. */
  async function refreshTimes(count: number, familyIds = ['f1']): Promise<void> {
    const audiences = [{ url: RESOURCE, name: 'N', scopes: [{ name: 'a', description: '' }] }];
    const rotation = rotationOn(dataSource.units, audiences);
    for (let turn = 0; turn < count; turn += 1) {
      const now = NOW + turn;
      const generation = Math.floor(turn / familyIds.length);
      const token = { familyId: familyIds[turn % familyIds.length]!, clientId: 1, generation };
      const use: RefreshUse = {
        token,
        client: { scopes: null, rules: rulesOf(null) },
        retryWindow: 0,
        provenBy: 'public',
        proofKey: null,
        scope: null,
        resource: undefined,
        authorizationDetails: undefined,
        now,
        address: '::1',
        isAbandoned: () => false,
      };
      const times = { expiresAt: now + 90 * DAY, accessExpiresAt: now + 14 * DAY };
      expect((await rotation.rotate(use, times, () => true)).outcome).toBe('rotated');
    }
  }

  it('is one round trip', async () => {
    const sent = jest.spyOn(Client.prototype, 'query');
    await refreshTimes(5);
    expect(sent).toHaveBeenCalledTimes(5);
    await dataSource.destroy();
  });

  /** Updates of the table, and those without index entries (HOT). */
  async function countUpdates(expected: number) {
    // A connection reports its statistics when it ends.
    await dataSource.destroy();
    const SELECT = `SELECT n_tup_upd AS updates, n_tup_hot_upd AS hot FROM pg_stat_user_tables
      WHERE relname = 'refresh_families'`;
    let counted = { updates: 0, hot: 0 };
    while (counted.updates < expected)
      [counted] = (await queryPostgres<typeof counted>(url, SELECT)) as [typeof counted];
    return counted;
  }

  it('writes no index entry: the new row stands on the page of the old one (HOT)', async () => {
    await refreshTimes(200);
    const { updates, hot } = await countUpdates(200);
    expect(updates).toBe(200);
    // The day's first update moves the purge day. Fewer are HOT while any session connects, as old rows stay; with an
    // index none would be.
    expect(hot).toBeGreaterThan(180);
  });

  it('writes none either where pages are full of families that are refreshed in turn', async () => {
    const ids = Array.from({ length: 120 }, (_, n) => `f${n + 2}`);
    await insertRows(dataSource, { refresh_families: ids.map((id) => family(id, FAMILY)) });
    await refreshTimes(120 * 6, ids);
    const { updates, hot } = await countUpdates(120 * 6);
    expect(updates).toBe(120 * 6);
    // All but the first of each, or fewer while other sessions connect; with an index none would be.
    expect(hot).toBeGreaterThan((120 * 5) / 5);
  }, 30_000);
});
