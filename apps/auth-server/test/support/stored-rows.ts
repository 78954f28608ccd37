import type { DataSource } from 'typeorm';

type Value = string | number | boolean | null;

export type Row = Record<string, Value>;

/** Rows by their tables, in an order in which each finds what it refers to, those of a table by their first column. */
export type StoredRows = Record<string, Row[]>;

export async function insertRows(dataSource: DataSource, tables: StoredRows): Promise<void> {
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) {
      const marks = Object.keys(row).map((_, at) => (dataSource.options.type === 'postgres' ? `$${at + 1}` : '?'));
      const text = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`;
      await dataSource.query(text, Object.values(row).map(toParameter));
    }
}

/** What nothing was ever said of. */
export const silent = (...columns: string[]): Row => Object.fromEntries(columns.map((column) => [column, null]));

/** What the engines give alike: numbers, and booleans as 1 and 0. */
export async function readRows(dataSource: DataSource, table: string): Promise<Row[]> {
  const rows = await dataSource.query<Row[]>(`SELECT * FROM ${table} ORDER BY 1`);
  return rows.map(alike);
}

/** A row as {@link readRows} gives it. */
export const alike = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toNumber(value)]));

const toParameter = (value: Value) => (typeof value === 'boolean' ? Number(value) : value);

/** `pg` gives a bigint as text. No text in these rows consists of digits alone. */
const toNumber = (value: Value) => (typeof value === 'boolean' || /^\d+$/.test(String(value)) ? Number(value) : value);
