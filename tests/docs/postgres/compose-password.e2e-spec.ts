import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { PostgresCluster } from '@consentry/test-support/postgres/cluster';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { deployed } from '@consentry/test-support/run/deployed';
import { describeInstalled, runs } from '@consentry/test-support/run/installed';
import { freePort } from '@consentry/test-support/server/ports';
import { MAIN, TestServer, freshDir } from '@consentry/test-support/server/server';

/** As operators bring them: with what ends a string of SQL, and what means something in a URL. */
const PASSWORD = `it's "a/b@c:d?e#f%41\\g\`;--`;

const COMPOSE = deployed('compose.yaml');

/** The file that compose.yaml gives PostgreSQL on an empty volume. */
const ROLE = /^ {4}content: \|\n((?: {6}.*\n)+)/m.exec(COMPOSE)![1]!.replace(/^ {6}/gm, '');

const valueOf = (name: string) => new RegExp(`^ {4}${name}: (.+)$`, 'm').exec(COMPOSE)![1]!;
const given = (name: string) => valueOf(name).replace(/\$\{DATABASE_PASSWORD[^}]*\}/, PASSWORD);

describeInstalled('the database of compose.yaml', runs('psql', '--version'), 'postgresql-client', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await PostgresCluster.start();
  });
  afterAll(() => cluster.stop());

  it('takes any password, and lets the auth server in by it', async () => {
    const role = ROLE.replace(/^ALTER ROLE postgres .*\n/m, '');
    const psql = promisify(execFile)('psql', [cluster.url, '--no-psqlrc', '--set=ON_ERROR_STOP=1'], {
      env: { PATH: process.env['PATH'], POSTGRES_PASSWORD: PASSWORD },
    });
    psql.child.stdin!.end(role);
    await psql;

    const { host } = new URL(cluster.url);
    const database = { DATABASE_URL: given('DATABASE_URL').replace('@database', `@${host}`) };
    const env = { ...database, PGPASSWORD: given('PGPASSWORD'), MASTER_KEY: randomBytes(32).toString('base64url') };
    const server = await TestServer.spawn(MAIN, { port: await freePort(), dataDir: freshDir(), env });
    await server.ready();
    await server.stop();
    expect(await queryPostgres(cluster.url, "SELECT rolsuper FROM pg_roles WHERE rolname = 'consentry'")).toEqual([
      { rolsuper: false },
    ]);
  });
});
