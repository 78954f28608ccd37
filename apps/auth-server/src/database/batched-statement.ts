import { DatabaseUnavailableError, isDatabaseUnavailable } from './database-error';
import { coalesce } from './coalesce';
import type { SqlValue } from './sql';
import type { Units } from './units';

const BATCH = 64;
const QUEUE = 4_096;

/** Milliseconds. One that is not answered by then holds the next up no longer. */
const HELD = 100;

/** What one asks for, by the columns of the statement's `json_to_recordset`. */
export type Asked = Record<string, SqlValue>;

export interface BatchedTexts {
  /** Reads its records by `json_to_recordset(CAST(? AS json))` and gives the `position` of each that it has a row for. */
  together: string;
  /** The same, where it may wait: for one record, and for each that was passed over among others. */
  alone?: string;
}

interface Call<Row> {
  asked: Asked;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/**
 * A statement of PostgreSQL that many ask at the same time, each for itself, and that is sent once for all of them: a
 * round trip, its wake-ups and its commit cost more than what they carry. One is under way at a time, and what comes
 * meanwhile is gathered.
 *
 * Sent for many it must not wait for a row, for all would wait: it passes over what is locked.
 */
export class BatchedStatement<Row extends object> {
  private readonly calls: Call<Row>[] = [];
  private isBusy = false;

  constructor(
    private readonly units: Pick<Units, 'returning'>,
    private readonly texts: BatchedTexts,
  ) {}

  /** @throws whatever the statement throws for this record alone; DatabaseUnavailableError. */
  ask(asked: Asked): Promise<Row | undefined> {
    if (this.calls.length >= QUEUE)
      return Promise.reject(new DatabaseUnavailableError('too many wait for the database'));
    return new Promise((resolve, reject) => {
      this.calls.push({ asked, resolve, reject });
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
      // What no answer came for may have been carried out. What was refused was not, and one's fault is not another's;
      // what was alone is at fault itself.
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
    const records = batch.map(({ asked }, position) => Object.assign(asked, { position }));
    const rows = await this.units.returning<Row & { position: number }>(text, toJson(records));
    const found = new Array<Row | undefined>(batch.length).fill(undefined);
    for (const row of rows) found[row.position] = row;
    return found;
  }
}

/**
 * Half of a surrogate pair, which JSON may escape and PostgreSQL refuses, becomes U+FFFD: as in a value that is sent by
 * itself, and so that nobody's text makes a batch fail.
 */
function toJson(records: readonly Asked[]): string {
  const json = JSON.stringify(records);
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(?:ud[89a-f]..|.)/g, (escape) => (escape.startsWith('\\ud') ? '\ufffd' : escape));
}

/** Settles as what is under way does, or after so many milliseconds. */
const settledWithin = (most: number, underWay: Promise<void>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, most);
    void underWay.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
