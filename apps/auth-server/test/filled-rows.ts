import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Row, StoredRows } from './stored-rows';

const FIRST = 1;

/** Two rows of every table: one has a value in every column, the other only in those that may not be NULL. */
export function filledRows({ entityMetadatas }: DataSource): StoredRows {
  const rows: StoredRows = {};
  const add = (table: EntityMetadata) => {
    for (const { referencedEntityMetadata: other } of table.foreignKeys) if (other !== table) add(other);
    rows[table.tableName] = [FIRST, FIRST + 1].map((at) => rowOf(table, at));
  };
  entityMetadatas.forEach(add);
  return rows;
}

function rowOf({ columns, foreignKeys }: EntityMetadata, at: number): Row {
  const needed = columns.filter((column) => at === FIRST || !column.isNullable);
  return Object.fromEntries(
    needed.map((column) => {
      const named = foreignKeys.find((key) => key.columns.includes(column))?.referencedColumns[0];
      return [column.databaseName, valueOf(named ?? column, at)];
    }),
  );
}

/** A column that refers to a key gets the key's value. */
function valueOf({ type, length, databaseName, entityMetadata }: ColumnMetadata, at: number) {
  if (type === 'boolean') return at === FIRST;
  if (type === 'bigint' || type === 'integer') return at;
  const text = `${at} ${entityMetadata.tableName} ${databaseName} "\\ 😀`;
  return length === '' ? text : [...text].slice(0, Number(length)).join('');
}
