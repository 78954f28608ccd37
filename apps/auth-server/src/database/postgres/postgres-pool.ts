import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseUnavailableError, databaseCode } from '../database-error';
import { type ConnectionOptions, PostgresConnection, limits } from './postgres-connection';

/** How many may wait for a connection. */
const QUEUE = 4_096;

/** Milliseconds after which a connection that nobody needs is closed. */
const IDLE = 10_000;

/** For how many milliseconds no more connections are opened than there are, where opening one fails or takes so long. */
const PAUSE = 1_000;

/** `max`: how many connections there may be. `patience`: for how many milliseconds one is waited for. */
export interface PoolOptions extends ConnectionOptions {
  max: number;
  patience: number;
}

type Lent = (error: unknown, client?: PoolClient, release?: PoolClient['release']) => void;

/**
 * `pg`'s pool, which has whoever finds no idle connection wait for the one that is opened for it, and fail with that,
 * though others are given back meanwhile: here it then asks once more, and is lent one of those. Waiting has a limit in
 * time that the process has (see limits.ts).
 */
export class PostgresPool extends Pool {
  private readonly clients = new Set<PoolClient>();
  private readonly idle = new Set<PoolClient>();

  constructor(private readonly given: PoolOptions) {
    const Client = PostgresConnection as unknown as NonNullable<PoolConfig['Client']>;
    super({ ...given, Client, connectionTimeoutMillis: 0, idleTimeoutMillis: IDLE });
    this.on('connect', (client) => this.watch(client)).on('remove', (client) => this.forget(client));
    this.on('acquire', (client) => this.idle.delete(client)).on('release', (_, client) => this.idle.add(client));
    // The pool has dropped it by then.
    this.on('error', () => undefined);
  }

  /** @throws DatabaseUnavailableError; where nothing is connected, why that failed. */
  override connect(): Promise<PoolClient>;
  override connect(callback: Lent): void;
  override connect(callback?: Lent): Promise<PoolClient> | void {
    const lent = this.lend();
    if (callback === undefined) return lent;
    lent.then((client) => callback(undefined, client, (fault) => client.release(fault)), callback);
  }

  private lend(): Promise<PoolClient> {
    if (this.waitingCount >= QUEUE)
      return Promise.reject(new DatabaseUnavailableError('too many wait for the database'));
    return new Promise((resolve, reject) => {
      let isOver = false;
      const settle = (answer: () => void) => {
        isOver = true;
        for (const lift of lifts) lift();
        answer();
      };
      const askAgain = () => {
        this.openNoMore();
        ask();
      };
      const ask = () =>
        void super.connect().then(
          (client) => (isOver ? client.release() : settle(() => resolve(client))),
          (error: Error) => {
            if (isOver) return;
            if (this.connected > 0) askAgain();
            else settle(() => reject(error));
          },
        );
      const lifts = [
        limits.begin(this.given.patience, () => settle(() => reject(new DatabaseUnavailableError(this.whyNone())))),
        limits.begin(PAUSE, () => this.connected > 0 && this.totalCount > this.connected && askAgain()),
      ];
      ask();
    });
  }

  private whyNone(): string {
    return this.connected > 0 ? 'all connections to the database are in use' : 'the database does not answer';
  }

  /** For a while: who asks then is lent the first that is given back. */
  private openNoMore(): void {
    this.options.max = this.connected;
    limits.begin(PAUSE, () => (this.options.max = this.given.max));
  }

  /** Those that are leaving may yet wait for the answer to their goodbye. */
  private get connected(): number {
    return [...this.clients].filter((client) => !(client as PoolClient & PostgresConnection).isLeaving).length;
  }

  private watch(client: PoolClient): void {
    this.clients.add(client);
    // Where one was cut off for its silence the others that lie idle may have nobody at their other end either.
    client.on('error', (error) => {
      if (databaseCode(error) !== 'ETIMEDOUT') return;
      for (const other of this.idle) (other as PoolClient & PostgresConnection).cutOff('nobody at its other end');
    });
  }

  private forget(client: PoolClient): void {
    this.clients.delete(client);
    this.idle.delete(client);
  }
}
