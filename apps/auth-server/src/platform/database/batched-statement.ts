import { NotBegunError, assertAwaited, isDatabaseUnavailable } from './database-error';
import { coalesce } from './coalesce';
import type { SqlValue } from './sql';
import type { Units } from './units';

const BATCH = 64;
const QUEUE = 4_096;

/** Milliseconds after which a batch that is not answered delays the next one no more. */
const HELD = 100;

/** The values of one call, by the columns of the statement's `json_to_recordset`. */
export type BatchRecord = Record<string, SqlValue>;

export interface BatchedTexts {
  /** Reads its records by `json_to_recordset(CAST(? AS json))` and returns the `position` of each that it has a row for. */
  together: string;
  /** The same, but may wait for locks: for one record, and for each that was skipped in a batch. */
  alone?: string;
}

interface Call<Row> {
  record: BatchRecord;
  isAbandoned: () => boolean;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/**
 * A PostgreSQL statement whose concurrent calls are coalesced into one round trip (ADR 21). One batch is under way at a
 * time; calls that arrive meanwhile wait for the next. In a batch it must not wait for a row, as all calls would wait:
 * it skips what is locked.
 */
export class BatchedStatement<Row extends object> {
  private readonly calls: Call<Row>[] = [];
  private isBusy = false;

  constructor(
    private readonly units: Pick<Units, 'returning'>,
    private readonly texts: BatchedTexts,
  ) {}

  /**
   * @param isAbandoned whether the caller is gone by the time a connection is free: then the record is not sent.
   * @throws whatever the statement throws for this record alone; DatabaseUnavailableError.
   */
  call(record: BatchRecord, isAbandoned = NEVER): Promise<Row | undefined> {
    if (this.calls.length >= QUEUE)
      return Promise.reject(new NotBegunError('too many requests are waiting for the database'));
    return new Promise((resolve, reject) => {
      this.calls.push({ record, isAbandoned, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isBusy || this.calls.length === 0) return;
    this.isBusy = true;
    coalesce(
      () => this.calls.length,
      BATCH,
      () => this.send(),
    );
  }

  private send(): void {
    const answered = this.answer(this.calls.splice(0, BATCH));
    void settledWithin(HELD, answered).then(() => {
      this.isBusy = false;
      this.schedule();
    });
  }

  private async answer(batch: readonly Call<Row>[]): Promise<void> {
    try {
      const found = await this.find(this.texts.together, batch);
      for (const [position, call] of batch.entries()) {
        if (found[position] === undefined && this.texts.alone !== undefined) void this.answerAlone(call);
        else call.resolve(found[position]);
      }
    } catch (error) {
      // Without an answer the batch may have been committed. A refused one was not: each call is tried alone, so that
      // the fault of one record fails no other.
      for (const call of batch)
        if (batch.length === 1 || isDatabaseUnavailable(error)) call.reject(error);
        else void this.answerAlone(call);
    }
  }

  private async answerAlone(call: Call<Row>): Promise<void> {
    try {
      const [row] = await this.find(this.texts.alone ?? this.texts.together, [call]);
      call.resolve(row);
    } catch (error) {
      call.reject(error);
    }
  }

  /** @returns the row of each call, at its position. */
  private async find(text: string, batch: readonly Call<Row>[]): Promise<(Row | undefined)[]> {
    const rows = await this.units.returning<Row & { position: number }>(text, () => toJson(awaitedOf(batch)));
    const found = new Array<Row | undefined>(batch.length).fill(undefined);
    for (const row of rows) found[row.position] = row;
    return found;
  }
}

const NEVER = () => false;

/** The records whose callers wait. @throws NotBegunError without any */
function awaitedOf(batch: readonly Call<never>[]): BatchRecord[] {
  const records: BatchRecord[] = [];
  for (const [position, { record, isAbandoned }] of batch.entries())
    if (!isAbandoned()) records.push(Object.assign(record, { position }));
  assertAwaited(() => records.length === 0);
  return records;
}

/**
 * Replaces half a surrogate pair, which JSON may escape and PostgreSQL refuses, by U+FFFD, as the driver does in a value
 * of its own: one call's text must not fail a batch.
 */
function toJson(records: readonly BatchRecord[]): string {
  const json = JSON.stringify(records);
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(?:ud[89a-f]..|.)/g, (escape) => (escape.startsWith('\\ud') ? '\ufffd' : escape));
}

/** Settles with the promise, or after so many milliseconds. */
const settledWithin = (most: number, promise: Promise<void>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, most);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
