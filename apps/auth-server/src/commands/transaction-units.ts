import { type LateValue, type SqlValue, type Unit, all, get, run, valueOf } from '../platform/database/sql';
import type { Units } from '../platform/database/units';

/** Units that all run in one transaction: that of a command which has the database for itself. */
export class TransactionUnits implements Units {
  /** Nothing waits for what is written here. */
  onWritten = () => {};

  constructor(
    readonly engine: Units['engine'],
    private readonly perform: <T>(unit: () => Unit<T>) => Promise<T>,
  ) {}

  write<T>(unit: () => Unit<T>): Promise<T> {
    return this.perform(unit);
  }

  read<T>(unit: () => Unit<T>): Promise<T> {
    return this.perform(unit);
  }

  run(text: string, ...values: readonly SqlValue[]): Promise<number> {
    return this.perform(() => run(text, ...values));
  }

  returning<Row>(text: string, ...values: readonly LateValue[]): Promise<Row[]> {
    return this.perform(() => all<Row>(text, ...values.map(valueOf)));
  }

  get<Row extends object>(text: string, ...values: readonly (string | number)[]): Promise<Row | undefined> {
    return this.perform(() => get<Row>(text, ...values));
  }

  drain(): Promise<void> {
    return Promise.resolve();
  }
}
