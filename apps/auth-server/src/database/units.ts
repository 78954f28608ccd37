import type { Database, Statement } from 'better-sqlite3';
import { Patience, nextPause, whileBusy } from './busy-wait';
import { DatabaseUnavailableError, isBusy, isDatabaseUnavailable } from './database-error';
import type { Gate, Pass } from './gate';

export type SqlValue = string | number | null;

/** Prepared statements by their text. Valid until the unit that was given it returns. */
export interface Sql {
  get<Row>(text: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(text: string, ...values: SqlValue[]): Row[];
  /** @returns the number of rows changed. */
  run(text: string, ...values: SqlValue[]): number;
}

/** What a unit may answer: anything but a promise, which would outlive its transaction. */
type Plain<T> = T extends PromiseLike<unknown> ? never : T;

type Unit<T> = (sql: Sql) => Plain<T>;

interface Job {
  unit: (sql: Sql) => unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { job: Job; value: unknown } | { job: Job; error: unknown };

const BATCH = 64;
const QUEUE = 4_096;

/**
 * Atomic writes on SQLite. Units are synchronous functions that queue up and run in one uninterrupted stretch: BEGIN
 * IMMEDIATE, a savepoint each, COMMIT; then all are acknowledged. Nothing can read or join an unfinished batch, and
 * what is visible is durable (synchronous=FULL). A failing unit undoes only itself.
 */
export class Units {
  private readonly statements = new Map<string, Statement<SqlValue[]>>();
  private readonly queue: Job[] = [];
  private scheduled = false;
  private closed = false;
  private idle: (() => void)[] = [];
  /** For the batch at the head of the queue, while another process writes. */
  private readonly patience = new Patience();

  constructor(
    private readonly db: Database,
    private readonly gate: Gate,
    private readonly insideTransaction: () => boolean,
  ) {}

  /**
   * Runs a unit and settles after its commit.
   *
   * @throws whatever the unit throws, which undoes it; DatabaseUnavailableError when the queue or the disk is full,
   *   or another process writes for longer than 5 seconds.
   */
  write<T>(unit: Unit<T>): Promise<T> {
    this.assertOutsideTransaction();
    if (this.closed) return Promise.reject(new DatabaseUnavailableError('the server is shutting down'));
    if (this.queue.length >= QUEUE) return Promise.reject(new DatabaseUnavailableError('too many writes are waiting'));
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ unit, resolve: resolve, reject });
      this.schedule();
    });
  }

  /** Reads what is committed. Waits while a TypeORM transaction is open, whose writes are not. */
  async read<T>(unit: Unit<T>): Promise<T> {
    this.assertOutsideTransaction();
    // In WAL nobody's writing stops a reader; a sibling that recovers or closes the file does, for a moment.
    return whileBusy(async () => {
      const pass = this.gate.tryEnter() ?? (await this.gate.enter());
      try {
        return this.withHandle(unit) as T;
      } finally {
        pass.leave();
      }
    });
  }

  /** Runs what is queued and takes no more. */
  async drain(): Promise<void> {
    this.closed = true;
    while (this.queue.length > 0 || this.scheduled) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private assertOutsideTransaction(): void {
    if (this.insideTransaction())
      throw new Error('a unit inside a TypeORM transaction would wait for itself: run it outside');
  }

  /** A whole turn of the event loop, not a microtask: that groups what arrives together and starves nobody. */
  private schedule(pause?: number): void {
    if (this.scheduled) return;
    this.scheduled = true;
    if (pause === undefined) setImmediate(() => this.enterGate());
    else setTimeout(() => this.enterGate(), pause);
  }

  private enterGate(): void {
    const pass = this.gate.tryEnter();
    if (pass !== undefined) this.runBatch(pass);
    else void this.gate.enter().then((later) => this.runBatch(later));
  }

  private runBatch(pass: Pass): void {
    const batch = this.queue.splice(0, BATCH);
    let pause: number | undefined;
    try {
      settle(this.commit(batch));
      this.patience.renew();
    } catch (error) {
      pause = this.putBack(batch, error);
    } finally {
      pass.leave();
      this.scheduled = false;
    }
    if (this.queue.length > 0) this.schedule(pause);
    else for (const wake of this.idle.splice(0)) wake();
  }

  /** BUSY at BEGIN has run nothing: the batch is tried again. Everything else fails the whole batch. */
  private putBack(batch: Job[], error: unknown): number | undefined {
    if (isBusy(error) && !this.patience.isOver()) {
      this.queue.unshift(...batch);
      return nextPause();
    }
    this.patience.renew();
    const reason = isDatabaseUnavailable(error)
      ? new DatabaseUnavailableError('the database cannot be written', error)
      : error;
    for (const job of batch) job.reject(reason);
    return undefined;
  }

  private commit(batch: Job[]): Outcome[] {
    this.statement('BEGIN IMMEDIATE').run();
    try {
      const outcomes = batch.map((job) => this.runOne(job));
      this.statement('COMMIT').run();
      return outcomes;
    } catch (error) {
      if (this.db.inTransaction) this.statement('ROLLBACK').run();
      // A BUSY after BEGIN is no invitation to run the units once more.
      throw isBusy(error) ? new DatabaseUnavailableError('the commit failed', error) : error;
    }
  }

  private runOne(job: Job): Outcome {
    this.statement('SAVEPOINT unit').run();
    try {
      const value = this.withHandle(job.unit);
      this.statement('RELEASE unit').run();
      return { job, value };
    } catch (error) {
      // Some failures (disk full, I/O) make SQLite roll the whole transaction back by itself.
      if (!this.db.inTransaction) throw error;
      this.statement('ROLLBACK TO unit').run();
      this.statement('RELEASE unit').run();
      return { job, error };
    }
  }

  private withHandle(unit: (sql: Sql) => unknown): unknown {
    const handle = new Handle((text) => this.statement(text));
    try {
      const value = unit(handle);
      if (isThenable(value)) throw new TypeError('a unit must be synchronous: it answered with a promise');
      return value;
    } finally {
      handle.revoke();
    }
  }

  private statement(text: string): Statement<SqlValue[]> {
    let statement = this.statements.get(text);
    if (statement === undefined) {
      statement = this.db.prepare<SqlValue[]>(text);
      this.statements.set(text, statement);
    }
    return statement;
  }
}

const isThenable = (value: unknown) =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

function settle(outcomes: Outcome[]): void {
  for (const outcome of outcomes)
    if ('error' in outcome) outcome.job.reject(outcome.error);
    else outcome.job.resolve(outcome.value);
}

class Handle implements Sql {
  private revoked = false;

  constructor(private readonly statement: (text: string) => Statement<SqlValue[]>) {}

  get<Row>(text: string, ...values: SqlValue[]): Row | undefined {
    return this.usable(text).get(...values) as Row | undefined;
  }

  all<Row>(text: string, ...values: SqlValue[]): Row[] {
    return this.usable(text).all(...values) as Row[];
  }

  run(text: string, ...values: SqlValue[]): number {
    return this.usable(text).run(...values).changes;
  }

  revoke(): void {
    this.revoked = true;
  }

  private usable(text: string): Statement<SqlValue[]> {
    if (this.revoked) throw new Error('this unit has ended: its statements cannot be used any more');
    return this.statement(text);
  }
}
