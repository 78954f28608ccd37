import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, PoolClient, QueryResult } from 'pg';
import {
  DatabaseUnavailableError,
  NotBegunError,
  isBroken,
  isConflict,
  isLost,
  isUnanswered,
  isUniqueViolation,
} from '../database-error';
import type { SignalledTable, Topic } from '../changes';
import { RetryLimit, retryDelay } from '../retry-limit';
import { type LateValue, type SqlValue, type Step, type Unit, valueOf } from '../sql';
import { BatchedStatement } from '../batched-statement';
import { Units } from '../units';
import { forMany } from './for-many';
import type { PostgresPool } from './postgres-pool';
import { statementOf } from './postgres-statement';

/** How often a unit is run again after a unique violation: another unit may have inserted the row after it looked. */
const UNIQUE_RETRIES = 3;

/**
 * The fairness lock: shared by all units, exclusive for one that lost two conflicts, or a stream of small units could
 * starve a large one. LOCK TABLE takes no snapshot; an advisory lock would, before it waits (ADR 11).
 */
const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE changes IN ROW SHARE MODE';
const BEGIN_ALONE = 'BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE changes IN EXCLUSIVE MODE';
const SHARED_ATTEMPTS = 2;

const ANNOUNCE = 'UPDATE changes SET version = version + 1 WHERE topic = ? RETURNING pg_notify(?, topic)';

/** The channel on which changes are announced. */
export const CHANNEL = 'consentry';

const SIGNAL = (table: SignalledTable) => `SELECT pg_notify('${CHANNEL}', '${table}')`;

/**
 * Units on PostgreSQL: a single statement is one round trip; several are a SERIALIZABLE transaction, as isolated as on
 * SQLite, which is run again after a conflict.
 */
export class PostgresUnits extends Units {
  readonly engine = 'postgres';
  private closed = false;
  private running = 0;
  private idle: (() => void)[] = [];
  /** Connections of a write that is not answered. */
  private readonly writing = new WeakSet<PoolClient>();
  /** Connections whose ROLLBACK failed. */
  private readonly stuck = new WeakSet<PoolClient>();
  private readonly reads: Pick<Units, 'returning'> = {
    returning: async <Row>(text: string, ...values: readonly LateValue[]) =>
      (await this.one(text, values, isLost)).rows as Row[],
  };
  private readonly gets = new Map<string, BatchedStatement<object>>();

  /** @param onAnnounced called for each change that a unit of this process has committed. */
  constructor(
    private readonly pool: PostgresPool,
    private readonly onAnnounced: (topic: Topic) => void,
  ) {
    super();
  }

  override write<T>(unit: () => Unit<T>): Promise<T> {
    const transact = (attempt: number) =>
      this.connected((client) => this.transact(client, unit, attempt > SHARED_ATTEMPTS));
    return this.retrying(transact, isLost);
  }

  override async run(text: string, ...values: readonly SqlValue[]): Promise<number> {
    return this.noted((await this.one(text, values)).rowCount ?? 0);
  }

  override async returning<Row>(text: string, ...values: readonly LateValue[]): Promise<Row[]> {
    const rows = (await this.one(text, values)).rows as Row[];
    this.noted(rows.length);
    return rows;
  }

  override get<Row extends object>(text: string, ...values: readonly (string | number)[]): Promise<Row | undefined> {
    let statement = this.gets.get(text);
    if (statement === undefined) {
      statement = new BatchedStatement(this.reads, { together: forMany(text, values) });
      this.gets.set(text, statement);
    }
    return statement.call(Object.fromEntries(values.map((value, at) => [`v${at}`, value]))) as Promise<Row | undefined>;
  }

  override read<T>(unit: () => Unit<T>): Promise<T> {
    return this.retrying(() => this.connected((client) => carryOut(client, unit)), isLost);
  }

  override async drain(): Promise<void> {
    this.closed = true;
    while (this.running > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private noted(changed: number): number {
    if (changed > 0) this.onWritten();
    return changed;
  }

  private one(
    text: string,
    values: readonly LateValue[],
    mayRepeat?: (error: unknown) => boolean,
  ): Promise<QueryResult> {
    return this.retrying(
      () =>
        this.connected((client) => {
          const answer = client.query(statementOf(text, values.map(valueOf)));
          return mayRepeat === undefined ? this.noticed(client, answer) : answer;
        }),
      mayRepeat,
    );
  }

  /** Retries after a conflict, and once after what else may be repeated: the unit itself may end its connections. */
  private async retrying<T>(
    work: (attempt: number) => Promise<T>,
    mayRepeat?: (error: unknown) => boolean,
  ): Promise<T> {
    const retryLimit = new RetryLimit();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(attempt);
      } catch (error) {
        const isRepeated = mayRetry(error, attempt) || (attempt === 1 && mayRepeat?.(error));
        if (!isRepeated || retryLimit.isOver()) throw error;
        await sleep(retryDelay());
      }
    }
  }

  private async transact<T>(client: PoolClient, unit: () => Unit<T>, alone: boolean): Promise<T> {
    const announced = new Set<Topic>();
    const signalled = new Set<SignalledTable>();
    let changed = 0;
    let answer: T;
    try {
      await client.query(alone ? BEGIN_ALONE : BEGIN);
      answer = await carryOut(client, unit, {
        announced: (topic) => announced.add(topic),
        signalled: (table) => signalled.add(table),
        changed: (rows) => (changed += rows),
      });
    } catch (error) {
      throw await this.rollBack(client, error);
    }
    // With COMMIT, a signal costs no round trip.
    const commit = [...[...signalled].map(SIGNAL), 'COMMIT'].join('; ');
    const answered = this.noticed(client, client.query(commit));
    await answered.catch(async (error: unknown) => leaveOpen(await this.rollBack(client, error)));
    this.noted(changed);
    announced.forEach((topic) => this.onAnnounced(topic));
    return answer;
  }

  private noticed<T>(client: PoolClient, write: Promise<T>): Promise<T> {
    return write.catch((error: unknown) => {
      if (isUnanswered(error)) this.writing.add(client);
      throw error;
    });
  }

  /** The database rolls a closed connection back. @returns the error */
  private async rollBack(client: PoolClient, error: unknown): Promise<unknown> {
    if (!isBroken(error)) await client.query('ROLLBACK').catch(() => this.stuck.add(client));
    return error;
  }

  private async connected<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.closed) throw new NotBegunError('the server is shutting down');
    this.running += 1;
    try {
      return await this.lend(use);
    } finally {
      this.running -= 1;
      if (this.running === 0) for (const wake of this.idle.splice(0)) wake();
    }
  }

  private async lend<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let fault: unknown;
    try {
      return await use(client);
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      if (this.writing.has(client)) this.pool.abandon(client);
      else client.release(isBroken(fault) || this.stuck.has(client));
    }
  }
}

/** What a unit does besides its answer. */
interface Effects {
  announced(topic: Topic): void;
  signalled(table: SignalledTable): void;
  changed(rows: number): void;
}

const IGNORED: Effects = { announced: () => undefined, signalled: () => undefined, changed: () => undefined };

/** Runs a unit's steps on a connection. The caller begins and ends the transaction, and sends what is signalled. */
export async function carryOut<T>(client: ClientBase, unit: () => Unit<T>, effects = IGNORED): Promise<T> {
  const steps = unit();
  let next = steps.next();
  while (next.done !== true) {
    const step = next.value;
    if (step.kind === 'announce') effects.announced(step.topic);
    if (step.kind === 'signal') effects.signalled(step.table);
    next = steps.next(step.kind === 'signal' ? undefined : await perform(client, step, effects));
  }
  return next.value;
}

async function perform(client: ClientBase, step: Exclude<Step, { kind: 'signal' }>, effects: Effects) {
  const statement =
    step.kind === 'announce' ? statementOf(ANNOUNCE, [step.topic, CHANNEL]) : statementOf(step.text, step.values);
  const { command, rows, rowCount } = await client.query(statement);
  if (command !== 'SELECT') effects.changed(rowCount ?? 0);
  if (step.kind === 'run') return rowCount ?? 0;
  return step.kind === 'all' ? rows : (rows[0] as unknown);
}

/** Without an answer to COMMIT its outcome is unknown: it is not repeated. */
function leaveOpen(error: unknown): never {
  throw isLost(error) ? new DatabaseUnavailableError('the connection was lost as it committed', error) : error;
}

const mayRetry = (error: unknown, attempt: number) =>
  isConflict(error) || (isUniqueViolation(error) && attempt <= UNIQUE_RETRIES);
