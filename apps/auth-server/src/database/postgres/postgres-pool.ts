import { EventEmitter } from 'node:events';
import type { PoolClient } from 'pg';
import { DatabaseUnavailableError, databaseCode } from '../database-error';
import { Limits } from './limits';
import { type ConnectionOptions, createConnection } from './postgres-connection';

/** How many may wait for a connection. */
const QUEUE = 4_096;

/** Milliseconds after which a connection that nobody needs is closed. */
const IDLE = 10_000;

/** Milliseconds between an attempt to connect that failed and the next, while others are connected. */
const PAUSE = 1_000;

/** `max`: how many connections there may be. `patience`: for how many milliseconds one is waited for. */
export interface PoolOptions extends ConnectionOptions {
  max: number;
  patience: number;
}

interface Waiting {
  resolve: (client: PoolClient) => void;
  reject: (error: unknown) => void;
  /** Ends the limit to its waiting. */
  lift: () => void;
}

/**
 * Connections to PostgreSQL, for units and for TypeORM. Who waits is lent the first there is, whether it was opened or
 * given back: `pg`'s own pool has each wait for the one opened for it, and fail with that, while others lie idle.
 */
export class PostgresPool extends EventEmitter {
  private readonly limits = new Limits();
  /** Who has waited longest comes first. */
  private readonly waiting = new Set<Waiting>();
  /** What was used last comes last, each with what ends the limit to its idling. */
  private readonly idle: { client: PoolClient; lift: () => void }[] = [];
  private readonly lent = new Set<PoolClient>();
  private opening = 0;
  private isPausing = false;
  private hasEnded = false;

  constructor(private readonly options: PoolOptions) {
    super();
  }

  /** @throws DatabaseUnavailableError; where nothing is connected, why that failed. */
  async lend(): Promise<PoolClient> {
    if (this.hasEnded) throw new DatabaseUnavailableError('the server is shutting down');
    if (this.waiting.size >= QUEUE) throw new DatabaseUnavailableError('too many wait for the database');
    return new Promise((resolve, reject) => {
      const lift = this.limits.begin(this.options.patience, () =>
        this.refuse(1, new DatabaseUnavailableError('all connections to the database are in use')),
      );
      this.waiting.add({ resolve, reject, lift });
      this.serve();
    });
  }

  /** The same, as TypeORM asks for it. */
  connect(callback: (error?: unknown, client?: PoolClient, release?: PoolClient['release']) => void): void {
    this.lend().then((client) => callback(undefined, client, (fault) => client.release(fault)), callback);
  }

  /** Closes all, those that are lent once they are given back. */
  end(callback: () => void): void {
    this.hasEnded = true;
    this.refuse(this.waiting.size, new DatabaseUnavailableError('the server is shutting down'));
    for (const { client } of [...this.idle]) this.close(client);
    callback();
  }

  /** Lends what is idle, and opens as many as are wanted besides. */
  private serve(): void {
    for (const waiting of this.waiting) {
      const idle = this.idle.pop();
      if (idle === undefined) break;
      idle.lift();
      this.lent.add(idle.client);
      this.waiting.delete(waiting);
      waiting.lift();
      waiting.resolve(idle.client);
    }
    if (this.isPausing && this.lent.size > 0) return;
    const room = this.options.max - this.lent.size - this.idle.length - this.opening;
    for (let left = Math.min(room, this.waiting.size - this.opening); left > 0; left -= 1) this.open();
  }

  private open(): void {
    const client = createConnection(this.options, this.limits) as PoolClient;
    client.release = (fault) => this.takeBack(client, fault);
    client.on('error', (error) => this.closeFor(error, client)).on('end', () => this.lose(client));
    this.opening += 1;
    client.connect((error: Error | null) => {
      this.opening -= 1;
      if (error) this.noteFailure(error);
      else this.takeIn(client);
    });
  }

  private takeIn(client: PoolClient): void {
    const lift = this.limits.begin(IDLE, () => this.close(client));
    this.idle.push({ client, lift });
    if (this.hasEnded) this.close(client);
    else this.serve();
  }

  /** One that was lost while it was lent is known to be. */
  private takeBack(client: PoolClient, fault?: Error | boolean): void {
    if (!this.lent.delete(client)) return;
    if (fault) this.close(client);
    else this.takeIn(client);
  }

  /** Others that are connected serve those who wait. Where there are none, who waits need not wait to hear it. */
  private noteFailure(error: Error): void {
    if (this.lent.size + this.idle.length === 0) return this.refuse(this.opening > 0 ? 1 : this.waiting.size, error);
    if (this.isPausing) return;
    this.isPausing = true;
    this.limits.begin(PAUSE, () => {
      this.isPausing = false;
      this.serve();
    });
  }

  private refuse(count: number, error: Error): void {
    for (const waiting of [...this.waiting].slice(0, count)) {
      this.waiting.delete(waiting);
      waiting.lift();
      waiting.reject(error);
    }
    this.serve();
  }

  /** Where one was cut off for its silence the others that lie idle may have nobody at their other end either. */
  private closeFor(error: Error, client: PoolClient): void {
    this.close(client);
    if (databaseCode(error) !== 'ETIMEDOUT') return;
    for (const { client: other } of [...this.idle]) {
      this.close(other);
      other.connection.stream.destroy();
    }
  }

  private close(client: PoolClient): void {
    void client.end();
    this.lose(client);
  }

  private lose(client: PoolClient): void {
    const at = this.idle.findIndex((one) => one.client === client);
    if (at >= 0) this.idle.splice(at, 1).forEach(({ lift }) => lift());
    this.lent.delete(client);
    this.serve();
  }
}
