import type { Client } from 'pg';
import { begin, withPostgres } from '../../postgres-client';
import type { EngineFacts } from './engine-facts';
import type { Select, StoredFacts } from './stored-facts';

const SETTINGS = `SELECT name, setting FROM pg_settings WHERE name IN ('synchronous_commit', 'fsync', 'full_page_writes',
  'autovacuum', 'max_connections', 'server_version_num')`;
const UNVACUUMED = `SELECT relname AS name FROM pg_class
  WHERE 'autovacuum_enabled=false' = ANY (reloptions) OR 'autovacuum_enabled=off' = ANY (reloptions) ORDER BY relname`;
const ROLE = 'SELECT rolsuper AS superuser FROM pg_roles WHERE rolname = current_user';

/** Reads beside running servers, in one transaction that may only read. */
export function readPostgres(
  url: string,
  readStored: (select: Select) => Promise<StoredFacts>,
): Promise<{ engine: EngineFacts; stored: StoredFacts }> {
  return withPostgres(url, async (client) => {
    await begin(client);
    await client.query('SET TRANSACTION READ ONLY');
    const select: Select = async <Row>(text: string) => (await client.query(text)).rows as Row[];
    const facts = { engine: await readEngine(select), stored: await readStored(select) };
    await end(client);
    return facts;
  });
}

async function readEngine(select: Select): Promise<EngineFacts> {
  const settings = await select<{ name: string; setting: string }>(SETTINGS);
  const unvacuumed = await select<{ name: string }>(UNVACUUMED);
  const [role] = await select<{ superuser: boolean }>(ROLE);
  const byName = Object.fromEntries(settings.map(({ name, setting }) => [name, setting]));
  return {
    engine: 'postgres',
    version: Math.floor(Number(byName['server_version_num']) / 10_000),
    settings: byName,
    unvacuumed: unvacuumed.map(({ name }) => name),
    isSuperuser: role?.superuser === true,
  };
}

const end = (client: Client) => client.query('COMMIT');
