import { Client, type QueryConfig } from 'pg';
import { SMALL, isQuery, serveHere, useEverything } from '../../../../test/every-statement';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { freshDir } from '@consentry/test-support/server/server';
import { SELECT_TABLES } from '@consentry/test-support/server/stored-tables';
import { obtainTokens, refresh, register, signUp } from '@consentry/test-support/world/world';
import { Jobs } from '../../jobs/jobs';
import { openPostgres } from './postgres-data-source';

/** In the order of their references; `n` counts from 1. */
const SEED = [
  `accounts (id, email_key, created_at) SELECT 'a' || n, 'e' || n, 1`,
  `clients (client_id, account_id, name, type, enabled, require_client_authentication, loopback_any_port, created_at)
     SELECT 'c' || n, 'a' || n, 'App', 'confidential', TRUE, FALSE, FALSE, 1`,
  `client_secrets (id, client_id, hash, created_at) SELECT 's' || n, n, 'h' || n, 1`,
  `client_redirect_uris (client_id, uri) SELECT n, 'https://app.example'`,
  `client_logos (client_id, uri, media_type, body, hash, fetched_at) SELECT n, 'u', 'image/png', 'b', 'h' || n, 1`,
  `grants (id, account_id, client_id, scopes, epoch, created_at) SELECT 'g' || n, 'a' || n, n, 'x', 0, 1`,
  `refresh_families (id, grant_id, scope_asked, scope_granted, resource, generation, created_at, expires_at, purge_day)
     SELECT 'f' || n, 'g' || n, 'x', 'x', 'r', 0, 1, n, n`,
  `authorization_codes (hash, grant_id, grant_epoch, redirect_uri, scope_asked, scope_granted, resource, expires_at)
     SELECT 'h' || n, 'g' || n, 0, 'u', 'x', 'x', 'r', n`,
  `consent_sessions (hash, account_id, client_id, redirect_uri, scope, resource, expires_at)
     SELECT 'h' || n, 'a' || n, n, 'u', 'x', 'r', n`,
  `pushed_requests (hash, client_id, parameters, expires_at) SELECT 'h' || n, n, '{}', n`,
  `sign_in_sessions (id, account_id, created_at, last_used_at, expires_at) SELECT 's' || n, 'a' || n, 1, 1, n`,
  `usage_counts (id, client_id, hour, kind, calls) SELECT 'u' || n, n, n, 'code', 1`,
  `limit_counts (hash, name, slots, last_at, expires_at) SELECT 'h' || n, 'sign_ups', '[]', 1, n`,
  `revocations (kind, subject, at, expires_at) SELECT 'family', 'f' || n, 1, n`,
  `events (at, kind, account_id) SELECT n, 'signed_in', 'a' || n`,
  `revocations (kind, subject, client_id, below, at, expires_at) SELECT 'grant', 'a' || n, 'c' || n, 1, 1, n`,
];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

interface Explained {
  'QUERY PLAN': { Plan: Plan }[];
}

/** Plans as after several executions. */
const GENERIC = 'SET plan_cache_mode = force_generic_plan';

/** Every statement that the process sends from now on. */
function recordStatements(): Set<string> {
  const texts = new Set<string>();
  const { query } = Client.prototype as unknown as { query: (this: Client, ...given: unknown[]) => unknown };
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [statement] = given as [string | QueryConfig];
    texts.add(typeof statement === 'string' ? statement : statement.text);
    return query.apply(this, given);
  });
  return texts;
}

/** The plan of a prepared statement for any values. */
async function planOf(client: Client, text: string): Promise<Plan> {
  const count = new Set(text.match(/\$\d+/g)).size;
  const values = count > 0 ? `(${Array(count).fill('NULL').join(', ')})` : '';
  await client.query(`PREPARE planned AS ${text}`);
  const { rows } = await client.query<Explained>(`EXPLAIN (FORMAT JSON) EXECUTE planned${values}`);
  await client.query('DEALLOCATE planned');
  return rows[0]!['QUERY PLAN'][0]!.Plan;
}

/** Full scans: of tables, and of indexes without a condition. */
function scansOf(plan: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition } = plan;
  const whole = type === 'Seq Scan' || (/^(Bitmap )?Index/.test(type) && condition === undefined);
  return [...(whole ? [table ?? index ?? type] : []), ...(plan.Plans ?? []).flatMap(scansOf)];
}

async function scansOfAll(client: Client, texts: Iterable<string>) {
  const scans: { table: string; text: string }[] = [];
  for (const text of [...texts].filter(isQuery))
    scans.push(...scansOf(await planOf(client, text)).map((table) => ({ table, text })));
  return scans;
}

describe('the queries of the server on PostgreSQL', () => {
  let env: Record<string, string>;
  let client: Client;

  beforeEach(async () => {
    const url = await migratedDatabase();
    env = { DATA_DIR: freshDir(), DATABASE_URL: url };
    await (await serveHere(env)).app.close();
    client = new Client(url);
    await client.connect();
    await client.query(GENERIC);
  });
  afterEach(() => client.end());
  afterAll(dropFreshDatabases);

  it('use an index where there is any: none reads a table that grows from beginning to end', async () => {
    const texts = recordStatements();
    const { app, url } = await serveHere(env);
    await useEverything(app, url);
    await app.get(Jobs).run();
    await app.close();
    jest.restoreAllMocks();

    const { rows: tables } = await client.query<{ name: string }>(SELECT_TABLES.postgres);
    // The script must reach every table that is read.
    for (const { name } of tables) expect([...texts].filter((text) => text.includes(name))).not.toEqual([]);
    expect([...texts].filter(isQuery).length).toBeGreaterThan(50);

    // These tables are small: forbid scans, so that one remains only where there is no other plan.
    await client.query('SET enable_seqscan = off; SET enable_mergejoin = off; SET enable_hashjoin = off');
    const scans = await scansOfAll(client, texts);
    expect(scans.map(({ table }) => table)).toContain('signing_keys');
    // Backwards by its key, and no further than the first row that is not young.
    const planned = scans.filter(({ text }) => !text.endsWith('ORDER BY version DESC LIMIT 1'));
    expect(planned.filter(({ table }) => !SMALL.test(table))).toEqual([]);
  }, 60_000);

  /** The statements of a flow on tables of that size, with statistics. */
  async function statementsOfFlow(count: number): Promise<Set<string>> {
    for (const rows of SEED) await client.query(`INSERT INTO ${rows} FROM generate_series(1, ${count}) AS n`);
    await client.query('ANALYZE');
    const { app, url } = await serveHere(env);
    const account = await signUp({ url });
    const application = await register({ url }, account);
    const texts = recordStatements();
    const { refresh_token } = await obtainTokens({ url }, account, application);
    await refresh({ url }, (await refresh({ url }, refresh_token)).body.refresh_token);
    // A replay looks again and revokes the family.
    await refresh({ url }, refresh_token);
    jest.restoreAllMocks();
    await app.close();
    for (const table of ['refresh_families', 'authorization_codes', 'consent_sessions', 'grants', 'events'])
      expect([...texts].filter((text) => text.includes(table))).not.toEqual([]);
    return texts;
  }

  it('of a flow are planned by their indexes once the tables have grown', async () => {
    const scans = await scansOfAll(client, await statementsOfFlow(5_000));
    expect(scans.filter(({ table }) => !SMALL.test(table))).toEqual([]);
  }, 60_000);

  it('of a flow are planned by their indexes while the tables are small: the plan stays when they grow', async () => {
    const texts = await statementsOfFlow(200);
    // The planner's own choice.
    expect((await scansOfAll(client, texts)).map(({ table }) => table)).toContain('accounts');

    const dataSource = await openPostgres(env['DATABASE_URL']!, 1);
    const runner = dataSource.createQueryRunner();
    const connection = (await runner.connect()) as Client;
    await connection.query(GENERIC);
    const scans = await scansOfAll(connection, texts);
    expect(scans.filter(({ table }) => !SMALL.test(table))).toEqual([]);
    // An unavoidable scan then looks expensive, and must not be compiled for that.
    const { rows } = await connection.query<Explained>('EXPLAIN (FORMAT JSON) SELECT * FROM signing_keys');
    expect(rows[0]!['QUERY PLAN']).toEqual([{ Plan: expect.anything() as unknown }]);
    await runner.release();
    await dataSource.destroy();
  }, 60_000);
});
