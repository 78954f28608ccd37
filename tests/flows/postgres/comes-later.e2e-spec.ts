import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { MAIN, TestServer, freshDir } from '@consentry/test-support/server/server';
import { signUp } from '@consentry/test-support/world/world';

const WAITS = 'the database does not answer yet: the server waits for it before it starts';

describe('a PostgreSQL that comes later than its servers', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await PostgresCluster.start({ socket: true });
    await cluster.stopFast();
  });
  afterAll(() => cluster.stop());

  it('is not waited for by commands', async () => {
    const env = { DATABASE_URL: cluster.url, AUTH_URL: 'http://localhost:3000', DATA_DIR: freshDir() };
    const { exitCode, stderr } = await runHosted(CONSENTRY, ['keys', 'list'], env);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot be opened: connect ECONNREFUSED')]);
  });

  it('is waited for until a signal ends the server', async () => {
    const server = await TestServer.spawn(MAIN, { env: { DATABASE_URL: cluster.url } });
    await server.logged(WAITS);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('is waited for and then used, by a Unix socket too', async () => {
    const MASTER_KEY = Buffer.alloc(32, 1).toString('base64url');
    const [onPort, onSocket] = await Promise.all(
      [cluster.url, cluster.socketUrl].map((url) => new TestServer().begin({ env: { MASTER_KEY, DATABASE_URL: url } })),
    );
    await Promise.all([
      onPort!.logged(/"reason":"connect ECONNREFUSED .*the server waits for it before it starts/),
      onSocket!.logged(/"reason":"connect ENOENT .*the server waits for it before it starts/),
    ]);
    await cluster.restart();
    for (const server of [onPort!, onSocket!]) {
      await server.ready();
      await signUp(server);
      expect(server.output.split(WAITS)).toHaveLength(2);
      expect(server.output).toContain('the database answers: the start continues');
    }
    const ways = `SELECT DISTINCT client_addr IS NULL AS "isSocket" FROM pg_stat_activity
      WHERE application_name = 'consentry' ORDER BY 1`;
    expect(await queryPostgres(cluster.url, ways)).toEqual([{ isSocket: false }, { isSocket: true }]);
    await Promise.all([onPort!, onSocket!].map((server) => server.stop()));
  });
});
