import type { LateValue, SqlValue, Unit } from './sql';

/** Units of work: atomic reads and writes without a transaction or an engine in sight (ADR 2, ADR 11). */
export abstract class Units {
  abstract readonly engine: 'sqlite' | 'postgres';

  /** Called after a commit that changed a row. */
  onWritten = () => {};

  /**
   * Writes all of a unit or nothing, and settles once it is durable. A unit may be run again from its beginning: it
   * must change nothing but rows.
   *
   * @throws whatever the unit throws, which undoes it; DatabaseUnavailableError.
   */
  abstract write<T>(unit: () => Unit<T>): Promise<T>;

  /** A write of a single statement: one round trip. @returns the number of rows changed. */
  abstract run(text: string, ...values: readonly SqlValue[]): Promise<number>;

  /** A write of a single statement with RETURNING. */
  abstract returning<Row>(text: string, ...values: readonly LateValue[]): Promise<Row[]>;

  /** Reads the first row of a single query. PostgreSQL coalesces concurrent calls (ADR 21). */
  abstract get<Row extends object>(text: string, ...values: readonly (string | number)[]): Promise<Row | undefined>;

  /** Reads what is committed. */
  abstract read<T>(unit: () => Unit<T>): Promise<T>;

  /** Finishes what was accepted and accepts no more. */
  abstract drain(): Promise<void>;
}
