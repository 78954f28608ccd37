import { Client } from 'pg';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { account, client, code, grant } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import { ENTITIES } from '../entities';
import { type PostgresDataSource, openPostgres } from '../../platform/database/postgres/postgres-data-source';
import type { FoundCode } from './code.repository';
import { redemptionOn } from './redemption.engine';

const NOW = 1_700_000_000_000;
const TIMES = { expiresAt: NOW + 2, accessExpiresAt: NOW + 1 };

const WAITS = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

describe('a redemption on PostgreSQL that waits for its grant', () => {
  let dataSource: PostgresDataSource;
  let other: Client;

  beforeEach(async () => {
    const url = await migratedDatabase();
    dataSource = await openPostgres(url, 2, ENTITIES);
    other = new Client(url);
    await other.connect();
    await insertRows(dataSource, {
      accounts: [account('ada')],
      clients: [client(1)],
      grants: [grant('g')],
      authorization_codes: [code('k')],
    });
  });
  afterEach(async () => {
    await other.end();
    await dataSource.destroy();
    await dropFreshDatabases();
  });

  /** Redeems while another transaction changes the grant, which commits once the redemption waits for it. */
  async function redeemDuring(change: string) {
    await other.query('BEGIN');
    await other.query(change);
    const rule = (code: FoundCode | null) => ({ code: code!, left: null });
    const redeeming = redemptionOn(dataSource.units).redeem(
      { hash: 'k', now: NOW, isAbandoned: () => false },
      { id: 'f', dpopJkt: null, ...TIMES },
      rule,
    );
    while ((await other.query(WAITS)).rowCount === 0);
    await other.query('COMMIT');
    return redeeming;
  }

  it('counts the reissues that were committed meanwhile: its token is not refused at once', async () => {
    const { isFirst, code } = await redeemDuring('UPDATE grants SET reissues = reissues + 1');
    expect([isFirst, code.reissues]).toEqual([true, 1]);
  });

  it('redeems nothing of a grant that ended meanwhile', async () => {
    const { isFirst } = await redeemDuring('UPDATE grants SET epoch = epoch + 1');
    expect(isFirst).toBe(false);
  });
});
