/** The present database has a row of the same key with another condition. */
export const PRESENT = (table: string, key: string, more: string) =>
  `EXISTS (SELECT 1 FROM present.${table} p WHERE p.${key} = ${table}.${key} AND ${more})`;
