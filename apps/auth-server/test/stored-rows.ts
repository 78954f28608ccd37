import type { DataSource } from 'typeorm';

type Value = string | number | boolean | null;

export type Row = Record<string, Value>;

/** Rows per table, tables in the order of their references, rows by their first column. */
export type StoredRows = Record<string, Row[]>;

export async function insertRows(dataSource: DataSource, tables: StoredRows): Promise<void> {
  for (const [table, rows] of Object.entries(tables))
    for (const row of rows) {
      const marks = Object.keys(row).map((_, at) => (dataSource.options.type === 'postgres' ? `$${at + 1}` : '?'));
      const text = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`;
      await dataSource.query(text, Object.values(row).map(toParameter));
    }
}

export const silent = (...columns: string[]): Row => Object.fromEntries(columns.map((column) => [column, null]));

/** Normalised for both engines: numbers, and booleans as 1 and 0. */
export async function readRows(dataSource: DataSource, table: string): Promise<Row[]> {
  const rows = await dataSource.query<Row[]>(`SELECT * FROM ${table} ORDER BY 1`);
  return rows.map(alike);
}

/** Normalises a row as {@link readRows} does. */
export const alike = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toNumber(value)]));

const toParameter = (value: Value) => (typeof value === 'boolean' ? Number(value) : value);

/** `pg` returns bigint as text. No text in these rows is all digits. */
const toNumber = (value: Value) => (typeof value === 'boolean' || /^\d+$/.test(String(value)) ? Number(value) : value);
