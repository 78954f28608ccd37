import { dropFreshDatabases, freshDatabase, postgresUrl, templateDatabase } from './databases';
import { PostgresCluster } from './cluster';
import { queryPostgres } from './query';
import { startPostgres, stopPostgres } from './run';

const nameOf = (url: string) => new URL(url).pathname.slice(1);

const databases = async (server: string) =>
  (await queryPostgres<{ name: string }>(server, 'SELECT datname AS name FROM pg_database')).map(({ name }) => name);

describe('databases for tests', () => {
  afterAll(dropFreshDatabases);

  it('are empty, and each its own', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
    await queryPostgres(one, 'CREATE TABLE notes (id bigint)');
    await queryPostgres(other, 'CREATE TABLE notes (id bigint)');
    await queryPostgres(one, 'INSERT INTO notes VALUES ($1)', [1]);
    expect(await queryPostgres(one, 'SELECT id FROM notes')).toEqual([{ id: 1 }]);
    expect(await queryPostgres(other, 'SELECT id FROM notes')).toEqual([]);
  });

  it('copy a template that is prepared once, whoever asks first', async () => {
    let times = 0;
    const prepare = async (url: string) => {
      times += 1;
      await queryPostgres(url, 'CREATE TABLE notes AS SELECT 7::bigint AS id');
    };
    const names = await Promise.all([1, 2, 3].map(() => templateDatabase('once', prepare)));
    const copies = await Promise.all(names.map((template) => freshDatabase({ template })));
    expect(times).toBe(1);
    for (const url of copies) expect(await queryPostgres(url, 'SELECT id FROM notes')).toEqual([{ id: 7 }]);
  });

  it('do not copy a template whose preparation failed', async () => {
    const failing = templateDatabase('failed', () => Promise.reject(new Error('half done')));
    await expect(failing).rejects.toThrow('half done');
    const template = await templateDatabase('failed', async (url) => {
      await queryPostgres(url, 'CREATE TABLE notes (id bigint)');
    });
    expect(await queryPostgres(await freshDatabase({ template }), 'SELECT id FROM notes')).toEqual([]);
  });

  it('go when their test file ends, even while a client is connected; templates stay', async () => {
    const template = await templateDatabase('stays', async () => undefined);
    const url = await freshDatabase({ template });
    const cut = queryPostgres(url, 'SELECT pg_sleep(600)').catch((error: Error) => error.message);
    while ((await connections(nameOf(url))) === 0);
    await dropFreshDatabases();
    expect(await cut).toBe('terminating connection due to administrator command');
    expect(await databases(postgresUrl())).not.toContain(nameOf(url));
    expect(await databases(postgresUrl())).toContain(template);
  });
});

async function connections(database: string): Promise<number> {
  const text = 'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = $1';
  const [row] = await queryPostgres<{ count: number }>(postgresUrl(), text, [database]);
  return row!.count;
}

describe('a server named in TEST_POSTGRES_URL', () => {
  const { TEST_POSTGRES_URL, TEST_POSTGRES_PREFIX } = process.env;
  let server: PostgresCluster;

  beforeAll(async () => {
    server = await PostgresCluster.start();
  });

  afterAll(async () => {
    Object.assign(process.env, { TEST_POSTGRES_URL, TEST_POSTGRES_PREFIX });
    await server.stop();
  });

  it('is used as it is, and keeps nothing but what it had', async () => {
    const before = await databases(server.url);
    process.env['TEST_POSTGRES_URL'] = server.url;
    await startPostgres();
    const ours = await freshDatabase();
    await templateDatabase('ours', async () => undefined);
    await queryPostgres(server.url, 'CREATE DATABASE consentry_of_another_run_');
    expect(await databases(server.url)).toContain(nameOf(ours));
    await stopPostgres();
    expect((await databases(server.url)).sort()).toEqual([...before, 'consentry_of_another_run_'].sort());
  });

  it('fails the run when it does not answer', async () => {
    await server.stopFast();
    process.env['TEST_POSTGRES_URL'] = server.url;
    await expect(startPostgres()).rejects.toThrow('TEST_POSTGRES_URL does not answer: connect ECONNREFUSED');
  });
});
