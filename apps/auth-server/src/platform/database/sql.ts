import type { SignalledTable, Topic } from './changes';

/** Booleans are written as `TRUE` and `FALSE` in a statement's text, or given as 1 and 0. */
export type SqlValue = string | number | null;

/** May be decided when the statement is sent. Where that throws, nothing is sent. */
export type LateValue = SqlValue | (() => SqlValue);

export const valueOf = (value: LateValue) => (typeof value === 'function' ? value() : value);

/**
 * One step of a unit: a statement, with `?` for each value, the announcement that a topic has changed, or the signal that
 * wakes those that read new rows of a table by their own version.
 */
export type Step =
  | { kind: 'get' | 'all' | 'run'; text: string; values: readonly SqlValue[] }
  | { kind: 'announce'; topic: Topic }
  | { kind: 'signal'; table: SignalledTable };

/**
 * A unit of work: yields statements and receives their results, so that it runs on a synchronous and on an asynchronous
 * engine. It cannot wait for anything else.
 */
export type Unit<T> = Generator<Step, T, unknown>;

/** The first row. */
export function* get<Row>(text: string, ...values: readonly SqlValue[]): Unit<Row | undefined> {
  return (yield { kind: 'get', text, values }) as Row | undefined;
}

export function* all<Row>(text: string, ...values: readonly SqlValue[]): Unit<Row[]> {
  return (yield { kind: 'all', text, values }) as Row[];
}

/** @returns the number of rows changed. */
export function* run(text: string, ...values: readonly SqlValue[]): Unit<number> {
  return (yield { kind: 'run', text, values }) as number;
}

/** Invalidates the caches of a topic in all processes, once the unit is committed. */
export function* announce(topic: Topic): Unit<void> {
  yield { kind: 'announce', topic };
}

/** Wakes the readers of a table's new rows in all processes, once the unit is committed. Writes no row. */
export function* signal(table: SignalledTable): Unit<void> {
  yield { kind: 'signal', table };
}
