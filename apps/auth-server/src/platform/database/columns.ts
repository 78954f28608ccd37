import { Column, type ColumnOptions, type ValueTransformer } from 'typeorm';

/** `pg` returns 64-bit integers as text; the values fit a JavaScript number. */
const toNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};

/** Epoch milliseconds. */
export const TimeColumn = (name: string, options: ColumnOptions = {}) =>
  Column({ name, type: 'bigint', transformer: toNumber, ...options });

/** A list of scope names, kept as RFC 6749 §3.3 writes them. */
export const ScopeColumn = (name: string, options: ColumnOptions = {}) =>
  Column({
    name,
    type: 'text',
    transformer: {
      to: (value: readonly string[] | null | undefined) => (value == null ? value : value.join(' ')),
      from: (value: string | null) => (value === null ? null : value.split(' ').filter(Boolean)),
    },
    ...options,
  });
