import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock';
import { helpOn } from '../config/help-page';
import type { DatabaseSettings } from '../config/settings';
import { comesLater } from './database-error';
import { reasonOf } from './open-database';

/** Milliseconds that a start waits for PostgreSQL, and between two tries. */
const PATIENCE = 60_000;
const PAUSE = 1_000;

/** Milliseconds that a try waits for an answer. */
const TIMEOUT = 5_000;

/** Waits for a PostgreSQL that comes later than this server. Of all else that is wrong with it, opening it tells. */
export async function awaitDatabase(database: DatabaseSettings, clock: Clock, logger: Logger): Promise<void> {
  if (database.engine === 'sqlite') return;
  const until = clock.elapsed() + PATIENCE;
  let reason = await findReasonToWait(database.url);
  if (reason === null) return;
  logger.warn(
    { reason, seconds: PATIENCE / 1_000, help: helpOn('database-cannot-be-opened') },
    'the database does not answer yet: the server waits for it before it starts',
  );
  while (reason !== null && clock.elapsed() < until) {
    await sleep(PAUSE);
    reason = await findReasonToWait(database.url);
  }
  if (reason === null) logger.info('the database answers: the start continues');
}

async function findReasonToWait(connectionString: string): Promise<string | null> {
  // Most servers do not need the PostgreSQL driver.
  const { Client } = await import('pg');
  try {
    const client = new Client({ connectionString, connectionTimeoutMillis: TIMEOUT, application_name: 'consentry' });
    // A broken connection fails the call too; without a listener this event ends the process.
    client.on('error', () => undefined);
    await client.connect().finally(() => void client.end().catch(() => undefined));
    return null;
  } catch (error) {
    return comesLater(error) ? reasonOf(error) : null;
  }
}
