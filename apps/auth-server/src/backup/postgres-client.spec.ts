import { dropFreshDatabases, freshDatabase } from '../../test/support/postgres-databases';
import { queryPostgres } from '../../test/support/postgres-query';
import { StartError } from '../config/settings-error';
import { first, withPostgres } from './postgres-client';

afterAll(dropFreshDatabases);

describe('work on PostgreSQL that may take as long as it takes', () => {
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
