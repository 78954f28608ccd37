import { Client } from 'pg';
import { StartError } from '../config/settings-error';
import { reasonOf } from './reason';

const OTHERS = `SELECT COUNT(*)::int AS others FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'consentry' AND pid <> pg_backend_pid()`;

/** A role may have the server's limits and plans, as behind PgBouncer, which may then lend the connection to others. */
const BEGIN = `BEGIN; SET LOCAL enable_seqscan = on; SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/**
 * Connects for work that may take as long as it takes: a server of ours would give up after five seconds.
 *
 * @throws StartError.
 */
export async function withPostgres<T>(connectionString: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // Where the connection is lost the next statement says so; unheard, this event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the database cannot be used: ${reasonOf(error)}`, error);
  } finally {
    await client.end();
  }
}

/** Begins a transaction that nothing cuts short. */
export const begin = (client: Client) => client.query(BEGIN);

/** @throws StartError where a server of ours is connected. */
export async function assertUnused(client: Client): Promise<void> {
  const { others = 0 } = (await first<{ others: number }>(client, OTHERS)) ?? {};
  if (others > 0) throw new StartError(`a server is connected to the database, ${others} times: stop it first`);
}

export async function first<Row extends object>(client: Client, text: string): Promise<Row | undefined> {
  return (await client.query<Row>(text)).rows[0];
}
