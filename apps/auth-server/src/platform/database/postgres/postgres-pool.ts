import { type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg';
import { DatabaseUnavailableError, NotBegunError, databaseCode, isLost } from '../database-error';

/** How many callers may wait for a connection. */
const QUEUE = 4_096;

/** Milliseconds for which no connection is opened after the database refused one. */
const PAUSE = 1_000;

/** Milliseconds for which a connection keeps its place while the database does not answer a write. */
const ABANDONED = 60_000;

/** Milliseconds after which a connection is asked again as it is taken. */
const ASKED = 5_000;

const ASK = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;

/** The server, or the role, allows no more connections. */
const TOO_MANY_CONNECTIONS = '53300';

/** What a connection leads to. The rows of a standby may be old: what has ended would be valid in them. */
interface Target {
  isStandby: boolean;
  isReadOnly: boolean;
}

/**
 * Waits for one of the open connections where the database allows no more: `pg`'s pool opens a connection for a caller
 * that finds none idle, and fails this caller with it (ADR 26). No connection leads to a standby. One that may only read
 * is used to read, and replaced at the next look: its session may stay so when the database may be written again.
 */
export class PostgresPool {
  private open = 0;
  private readonly askedAt = new WeakMap<ClientBase, number>();

  /**
   * @param pool of TypeORM, which makes it with the {@link options}.
   * @param elapsed the monotonic clock
   */
  constructor(
    private readonly max: number,
    private readonly pool: () => Pool,
    private readonly elapsed = () => performance.now(),
  ) {}

  /** `pg` awaits what `onConnect` returns. */
  options(connection: ClientConfig) {
    return { ...connection, max: this.max, onConnect: (client: ClientBase) => this.admit(client) };
  }

  /** @throws DatabaseUnavailableError */
  async connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.take();
      if (await this.isInOrder(client)) return client;
      client.release(true);
    }
  }

  /**
   * Ends a connection whose write is not answered once it is, or a minute later. The database keeps one that waits for a
   * standby, also where its client is gone: until then it has its place, or there would be more with every call.
   */
  abandon(client: PoolClient): void {
    const end = () => {
      clearTimeout(timer);
      client.off('drain', end).off('end', end);
      client.release(true);
    };
    const timer = setTimeout(end, ABANDONED).unref();
    client.once('drain', end).once('end', end);
  }

  private async take(): Promise<PoolClient> {
    if (this.pool().waitingCount >= QUEUE) throw new NotBegunError('too many requests are waiting for the database');
    try {
      return await this.pool().connect();
    } catch (error) {
      if (this.mayWait(error)) return this.take();
      throw new DatabaseUnavailableError('the database cannot be reached', error);
    }
  }

  /** @returns false for a connection that is lost, or may no longer write. @throws if it does not answer */
  private async isInOrder(client: PoolClient): Promise<boolean> {
    if (this.elapsed() - this.askedAt.get(client)! < ASKED) return true;
    try {
      const { isReadOnly } = await this.ask(client);
      return !isReadOnly;
    } catch (error) {
      if (isLost(error)) return false;
      client.release(true);
      throw error;
    }
  }

  private async ask(client: ClientBase): Promise<Target> {
    const { rows } = await client.query<Target>(ASK);
    this.askedAt.set(client, this.elapsed());
    return rows[0]!;
  }

  /** Whether an error only says that no more connections may be opened; then the next caller waits for an open one. */
  private mayWait(error: unknown): boolean {
    if (databaseCode(error) !== TOO_MANY_CONNECTIONS || this.open === 0) return false;
    const { options } = this.pool();
    options.max = this.open;
    setTimeout(() => (options.max = this.max), PAUSE).unref();
    return true;
  }

  private async admit(client: ClientBase): Promise<void> {
    this.open += 1;
    client.once('end', () => (this.open -= 1));
    // The next query reports it; an 'error' event without a listener would end the process.
    client.on('error', () => undefined);
    const { isStandby } = await this.ask(client);
    if (isStandby) throw new DatabaseUnavailableError('the database is a standby, which cannot be written');
  }
}
