import type { SqlValue } from './sql';
import type { Units } from './units';

/** What removes rows that nobody needs any more, a batch at a time. */
export interface Chore {
  /** As the log names it. */
  readonly name: string;

  /** Deals with a batch of at most so many rows. @returns whether there may be more. */
  removeSome(units: Units, now: number, most: number): Promise<boolean>;
}

/** Rows that may go. */
export interface Removable {
  table: string;
  key: string;
  /** With `?` for each value. */
  where: string;
  /** Of an index, so that the oldest go first and nothing is sorted. */
  order: string;
}

/**
 * A statement for each engine that removes a batch. PostgreSQL picks the rows once, before it removes any, looks at
 * each again under its lock, and leaves those alone that another transaction holds: nothing is held while it waits.
 *
 * @returns what runs it, for at most so many rows, and tells whether there were as many.
 */
export function removal({ table, key, where, order }: Removable) {
  const batch = `SELECT ${key} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ?`;
  const statements = {
    sqlite: `DELETE FROM ${table} WHERE ${key} IN (${batch})`,
    postgres: `DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(${batch} FOR UPDATE SKIP LOCKED))`,
  };
  return async (units: Units, most: number, ...values: SqlValue[]): Promise<boolean> =>
    (await units.run(statements[units.engine], ...values, most)) === most;
}

/** A chore for rows that are over once a column's time has come, or some milliseconds later. */
export function expiry(
  table: string,
  { key, column, grace = 0 }: { key: string; column: string; grace?: number },
): Chore {
  const removeBatch = removal({ table, key, where: `${column} <= ?`, order: column });
  return { name: table, removeSome: (units, now, most) => removeBatch(units, most, now - grace) };
}
