import { Column, type ColumnOptions } from 'typeorm';
import { Holds, IsTime } from './table-facts';

const both =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };

/** Epoch milliseconds. */
export const TimeColumn = (name: string, options: ColumnOptions = {}) =>
  both(IsTime, Column({ name, type: 'bigint', ...options }));

/** A list of scope names, kept as RFC 6749 §3.3 writes them. */
export const ScopeColumn = (name: string, options: ColumnOptions = {}) =>
  both(Holds('name'), Column({ name, type: 'text', ...options }));
