import type { SqliteDatabase, SqliteStatement } from '@consentry/typeorm-node-sqlite';
import type { SqlValue } from '../sql';

type Row = Record<string, SqlValue>;

/** A statement that returns rows. The driver would look the columns' names up for each row. */
export class Query {
  /** One that returns rows writes with RETURNING alone. */
  readonly isReadOnly: boolean;
  private readonly statement: SqliteStatement;
  private readonly columns: readonly string[];

  constructor(db: SqliteDatabase, text: string) {
    this.statement = db.prepare(text);
    this.statement.setReturnArrays(true);
    this.columns = this.statement.columns().map(({ name }) => name);
    this.isReadOnly = !/\bRETURNING\b/i.test(text);
  }

  get(values: readonly SqlValue[]): Row | undefined {
    const cells = this.statement.get(...values) as SqlValue[] | undefined;
    return cells && this.rowOf(cells);
  }

  all(values: readonly SqlValue[]): Row[] {
    return (this.statement.all(...values) as SqlValue[][]).map((cells) => this.rowOf(cells));
  }

  private rowOf(cells: readonly SqlValue[]): Row {
    const row: Row = {};
    for (let at = 0; at < cells.length; at += 1) row[this.columns[at]!] = cells[at]!;
    return row;
  }
}
