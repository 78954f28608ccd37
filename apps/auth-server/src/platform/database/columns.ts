import { Column, type ColumnOptions } from 'typeorm';

/** Epoch milliseconds. */
export const TimeColumn = (name: string, options: ColumnOptions = {}) => Column({ name, type: 'bigint', ...options });

/** A list of scope names, kept as RFC 6749 §3.3 writes them. */
export const ScopeColumn = (name: string, options: ColumnOptions = {}) => Column({ name, type: 'text', ...options });
