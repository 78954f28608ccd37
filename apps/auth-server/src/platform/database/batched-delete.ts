import type { SqlValue } from './sql';
import type { Units } from './units';

/** Work that one process does for all, in batches; model/background-jobs.ts lists every one. */
export interface BackgroundJob {
  /** As the log names it. */
  readonly name: string;

  /** Deals with at most `most` rows. @returns whether there may be more. */
  runBatch(units: Units, now: number, most: number): Promise<boolean>;
}

interface DeletedRows {
  table: string;
  key: string;
  /** With `?` for each value. */
  where: string;
  /** Of an index, so that the oldest rows go first and nothing is sorted. */
  order: string;
}

/**
 * Deletes rows by a statement for each engine. PostgreSQL runs the subselect once (ARRAY), checks each row again under its
 * lock, and skips rows that another transaction holds, so it never waits while holding any (ADR 14).
 *
 * @returns a function that deletes at most `most` rows and says whether there were as many.
 */
export function batchedDelete({ table, key, where, order }: DeletedRows) {
  const batch = `SELECT ${key} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ?`;
  const statements = {
    sqlite: `DELETE FROM ${table} WHERE ${key} IN (${batch})`,
    postgres: `DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(${batch} FOR UPDATE SKIP LOCKED))`,
  };
  return async (units: Units, most: number, ...values: SqlValue[]): Promise<boolean> =>
    (await units.run(statements[units.engine], ...values, most)) === most;
}
