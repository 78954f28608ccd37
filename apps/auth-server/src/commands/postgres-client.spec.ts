import { dropFreshDatabases, freshDatabase } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { StartError } from '../platform/config/settings-error';
import { begin, first, withPostgres } from './postgres-client';

/** The last setting is new in PostgreSQL 17. */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];

afterAll(dropFreshDatabases);

describe('work on PostgreSQL that may take as long as it takes', () => {
  it('is cut short by no limit that the database sets, within its transaction', async () => {
    const url = await freshDatabase();
    const select = 'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)';
    for (const { name } of await queryPostgres<{ name: string }>(url, select, [LIMITS]))
      await queryPostgres(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${name} = '5s'`);
    await withPostgres(url, async (client) => {
      const limitsNow = async () => {
        const { rows } = await client.query<{ setting: string }>(select, [LIMITS]);
        return new Set(rows.map(({ setting }) => setting));
      };
      await begin(client);
      expect(await limitsNow()).toEqual(new Set(['0']));
      await client.query('COMMIT');
      expect(await limitsNow()).toEqual(new Set(['5000']));
    });
  });

  it('says in a line that its connection was lost, also between two statements', async () => {
    const url = await freshDatabase();
    const work = withPostgres(url, async (client) => {
      const { pid } = (await first<{ pid: number }>(client, 'SELECT pg_backend_pid() AS pid'))!;
      const lost = new Promise<void>((resolve) => client.once('end', resolve));
      await queryPostgres(url, 'SELECT pg_terminate_backend($1)', [pid]);
      await lost;
      await client.query('SELECT 1');
    });
    const reason: unknown = await work.catch((error: unknown) => error);
    expect(reason).toBeInstanceOf(StartError);
    expect((reason as StartError).message).toMatch(/^the database cannot be used: .+$/);
  });
});
