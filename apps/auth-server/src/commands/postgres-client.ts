import { Client } from 'pg';
import { StartError } from '../platform/config/settings-error';
import { reasonOf } from './reason';

const OTHERS = `SELECT COUNT(*)::int AS others FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'consentry' AND pid <> pg_backend_pid()`;

/** Sets limits and plans for this transaction alone: a role may have its own, and PgBouncer may lend the connection. */
const BEGIN = `BEGIN; SET LOCAL enable_seqscan = on; SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** For a command that ends all rows of these tables: servers that started meanwhile wait. */
export const LOCK_ENDED = `LOCK TABLE refresh_families, authorization_codes, device_codes, consent_sessions,
  sign_in_sessions, initial_access_tokens IN EXCLUSIVE MODE`;

/**
 * Connects without the server's limit of five seconds for a statement.
 *
 * @param called the database's name in messages.
 * @throws StartError.
 */
export async function withPostgres<T>(
  connectionString: string,
  use: (client: Client) => Promise<T>,
  called = 'the database',
): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // The next statement reports a lost connection; without a listener this event ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${called} cannot be used: ${reasonOf(error)}`, { cause: error });
  } finally {
    await client.end();
  }
}

/** Begins a transaction without timeouts. */
export const begin = (client: Client) => client.query(BEGIN);

/** @throws StartError when an auth server is connected. */
export async function assertUnused(client: Client): Promise<void> {
  const { others = 0 } = (await first<{ others: number }>(client, OTHERS)) ?? {};
  if (others > 0) throw new StartError(`a server is connected to the database (connections: ${others}): stop it first`);
}

export async function first<Row extends object>(client: Client, text: string): Promise<Row | undefined> {
  return (await client.query<Row>(text)).rows[0];
}
