import { type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseUnavailableError, NotBegunError, databaseCode } from '../database-error';

/** How many callers may wait for a connection. */
const QUEUE = 4_096;

/** Milliseconds for which no connection is opened after the database refused one. */
const PAUSE = 1_000;

/** The server, or the role, allows no more connections. */
const TOO_MANY_CONNECTIONS = '53300';

/**
 * Waits for one of the open connections where the database allows no more: `pg`'s pool opens a connection for a caller
 * that finds none idle, and fails this caller with it (ADR 26).
 */
export class PostgresPool {
  private open = 0;

  /** @param pool of TypeORM, which makes it with the {@link options}. */
  constructor(
    private readonly max: number,
    private readonly pool: () => Pool,
  ) {}

  options(connection: ClientConfig): PoolConfig {
    return { ...connection, max: this.max, onConnect: (client) => this.count(client) };
  }

  /** @throws DatabaseUnavailableError */
  async connect(): Promise<PoolClient> {
    if (this.pool().waitingCount >= QUEUE) throw new NotBegunError('too many wait for the database');
    try {
      return await this.pool().connect();
    } catch (error) {
      if (this.mayWait(error)) return this.connect();
      throw new DatabaseUnavailableError('the database cannot be reached', error);
    }
  }

  /** Whether an error only says that no more connections may be opened; then the next caller waits for an open one. */
  mayWait(error: unknown): boolean {
    if (databaseCode(error) !== TOO_MANY_CONNECTIONS || this.open === 0) return false;
    const { options } = this.pool();
    options.max = this.open;
    setTimeout(() => (options.max = this.max), PAUSE).unref();
    return true;
  }

  private count(client: ClientBase): void {
    this.open += 1;
    client.once('end', () => (this.open -= 1));
    // The next query reports it; an 'error' event without a listener would end the process.
    client.on('error', () => undefined);
  }
}
