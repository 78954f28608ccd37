import type { SqlValue, Unit } from './sql';

/** Atomic reads and writes; nothing of a transaction or an engine is seen from outside (ADR 2, ADR 11). */
export abstract class Units {
  /** By which engine a repository picks where one statement cannot serve both. */
  abstract readonly engine: 'sqlite' | 'postgres';

  /**
   * Writes all of a unit or nothing, and settles once it is durable. A unit may be run again from its beginning where
   * the database says so: it must not change anything but rows.
   *
   * @throws whatever the unit throws, which undoes it; DatabaseUnavailableError.
   */
  abstract write<T>(unit: () => Unit<T>): Promise<T>;

  /** A write of a single statement: one round trip. @returns the number of rows changed. */
  abstract run(text: string, ...values: readonly SqlValue[]): Promise<number>;

  /** A write of a single statement with RETURNING. */
  abstract returning<Row>(text: string, ...values: readonly SqlValue[]): Promise<Row[]>;

  /** Reads the first row of a single query. Over the wire those who ask it at the same time ask together. */
  abstract get<Row extends object>(text: string, ...values: readonly (string | number)[]): Promise<Row | undefined>;

  /** Reads what is committed. */
  abstract read<T>(unit: () => Unit<T>): Promise<T>;

  /** Finishes what was taken and takes no more. */
  abstract drain(): Promise<void>;
}
