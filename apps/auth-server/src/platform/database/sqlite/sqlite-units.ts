import type { SqliteDatabase } from '@consentry/typeorm-node-sqlite';
import { DatabaseUnavailableError, NotBegunError, isBusy, isDatabaseUnavailable } from '../database-error';
import { coalesce } from '../coalesce';
import { type LateValue, type SqlValue, type Unit, all, get, run, valueOf } from '../sql';
import { Units } from '../units';
import { RETRY_LIMIT, RetryLimit, retryDelay } from '../retry-limit';
import { UnitRunner } from './unit-runner';
import { whileBusy } from './while-busy';

interface Job {
  unit: () => Unit<unknown>;
  since: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A unit failed after a write: without a savepoint it cannot be undone alone. */
class HalfWritten extends Error {}

type Outcome = { job: Job; value: unknown; hasWritten: boolean } | { job: Job; error: unknown };

const BATCH = 64;
const QUEUE = 4_096;

/**
 * Units on SQLite queue and run in one uninterrupted stretch: BEGIN IMMEDIATE, one after the other, COMMIT; then all are
 * acknowledged. No statement reads or joins an unfinished batch, and a failing unit undoes only itself (ADR 2).
 */
export class SqliteUnits extends Units {
  readonly engine = 'sqlite';
  /** Whether callers of the last batch are still being resumed. */
  isAcknowledging = false;
  /** Called after a commit of units that signalled. */
  onSignals = () => {};
  /** Why callers are refused, or `null`. */
  refusal: string | null = null;
  private readonly runner: UnitRunner;
  private readonly queue: Job[] = [];
  private scheduled = false;
  private closed = false;
  private idle: (() => void)[] = [];
  /** While another process writes. */
  private readonly retryLimit = new RetryLimit();

  constructor(private readonly db: SqliteDatabase) {
    super();
    this.runner = new UnitRunner(db);
  }

  /** The number of changes announced by units here, committed or not. */
  get announcements(): number {
    return this.runner.announcements;
  }

  /** @throws DatabaseUnavailableError when the queue or the disk is full, or another process writes for over 5 s. */
  override write<T>(unit: () => Unit<T>): Promise<T> {
    return this.enqueue(unit);
  }

  override run(text: string, ...values: readonly SqlValue[]): Promise<number> {
    return this.enqueue(() => run(text, ...values));
  }

  override returning<Row>(text: string, ...values: readonly LateValue[]): Promise<Row[]> {
    return this.enqueue(() => all<Row>(text, ...values.map(valueOf)));
  }

  override get<Row extends object>(text: string, ...values: readonly (string | number)[]): Promise<Row | undefined> {
    return this.read(() => get<Row>(text, ...values));
  }

  override async read<T>(unit: () => Unit<T>): Promise<T> {
    this.assertOpen();
    try {
      return this.runner.run(unit);
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    // In WAL no writer stops a reader; a process that recovers or closes the file does, for a moment.
    return whileBusy(() => this.runner.run(unit));
  }

  override async drain(): Promise<void> {
    this.closed = true;
    while (this.queue.length > 0 || this.scheduled) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private assertOpen(): void {
    if (this.refusal !== null) throw new DatabaseUnavailableError(this.refusal);
  }

  private enqueue<T>(unit: () => Unit<T>): Promise<T> {
    if (this.closed) return Promise.reject(new NotBegunError('the server is shutting down'));
    if (this.queue.length >= QUEUE) return Promise.reject(new NotBegunError('too many writes are waiting'));
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ unit, since: performance.now(), resolve, reject });
      this.schedule();
    });
  }

  /** Whole turns of the event loop, not microtasks, which would group nothing and starve the loop. */
  private schedule(pause?: number): void {
    if (this.scheduled) return;
    this.scheduled = true;
    const enter = () => this.runBatch();
    if (pause === undefined) coalesce(() => this.queue.length, BATCH, enter);
    else setTimeout(enter, pause);
  }

  private runBatch(): void {
    const batch = this.queue.splice(0, BATCH);
    let pause: number | undefined;
    try {
      const before = this.runner.signals;
      const outcomes = this.commit(batch);
      settle(outcomes);
      this.acknowledge();
      if (outcomes.some((outcome) => 'value' in outcome && outcome.hasWritten)) this.onWritten();
      if (this.runner.signals !== before) setImmediate(this.onSignals);
      this.retryLimit.reset();
    } catch (error) {
      pause = this.putBack(batch, error);
    } finally {
      this.scheduled = false;
    }
    if (this.queue.length > 0) this.schedule(pause);
    else for (const wake of this.idle.splice(0)) wake();
  }

  /** Until every settled caller has resumed: a tick queued by a microtask runs after all of them. */
  private acknowledge(): void {
    this.isAcknowledging = true;
    queueMicrotask(() => process.nextTick(() => (this.isAcknowledging = false)));
  }

  /** BUSY at BEGIN has run nothing: units within their limit are retried. Any other error fails the whole batch. */
  private putBack(batch: Job[], error: unknown): number | undefined {
    const mayWait = ({ since }: Job) => !this.retryLimit.isOver() || performance.now() - since < RETRY_LIMIT;
    const waiting = isBusy(error) ? batch.filter(mayWait) : [];
    this.queue.unshift(...waiting);
    const reason = isDatabaseUnavailable(error)
      ? new DatabaseUnavailableError('the database cannot be written', error)
      : error;
    for (const job of batch.slice(0, batch.length - waiting.length)) job.reject(reason);
    return waiting.length > 0 ? retryDelay() : undefined;
  }

  /**
   * A savepoint copies every page that its unit writes. Few units fail after a write, so they run without one; if one
   * does, the batch is run again with a savepoint each.
   */
  private commit(batch: Job[], runOne: (job: Job) => Outcome = this.runBare): Outcome[] {
    this.assertOpen();
    this.runner.statement('BEGIN IMMEDIATE').run();
    try {
      const outcomes = batch.map(runOne);
      this.runner.statement('COMMIT').run();
      return outcomes;
    } catch (error) {
      if (this.db.isTransaction) this.runner.statement('ROLLBACK').run();
      if (error instanceof HalfWritten) return this.commit(batch, this.runInSavepoint);
      // A BUSY after BEGIN must not be retried.
      throw isBusy(error) ? new DatabaseUnavailableError('the commit failed', error) : error;
    }
  }

  private readonly runBare = (job: Job): Outcome => {
    try {
      return this.outcomeOf(job);
    } catch (error) {
      // On some errors (disk full, I/O) SQLite rolls the whole transaction back.
      if (!this.db.isTransaction) throw error;
      if (this.runner.hasWritten) throw new HalfWritten();
      return { job, error };
    }
  };

  private outcomeOf(job: Job): Outcome {
    const value = this.runner.run(job.unit);
    return { job, value, hasWritten: this.runner.hasWritten };
  }

  private readonly runInSavepoint = (job: Job): Outcome => {
    this.runner.statement('SAVEPOINT unit').run();
    try {
      const outcome = this.outcomeOf(job);
      this.runner.statement('RELEASE unit').run();
      return outcome;
    } catch (error) {
      if (!this.db.isTransaction) throw error;
      this.runner.statement('ROLLBACK TO unit').run();
      this.runner.statement('RELEASE unit').run();
      return { job, error };
    }
  };
}

function settle(outcomes: Outcome[]): void {
  for (const outcome of outcomes)
    if ('error' in outcome) outcome.job.reject(outcome.error);
    else outcome.job.resolve(outcome.value);
}
