import type { Statement } from 'better-sqlite3';
import type { SqlValue } from '../sql';

type Row = Record<string, SqlValue>;

/** A statement that returns rows. The driver would look the columns' names up for each row. */
export class Query {
  readonly isReadOnly: boolean;
  private readonly statement: Statement<SqlValue[], SqlValue[]>;
  private readonly columns: readonly string[];

  constructor(statement: Statement<SqlValue[]>) {
    this.statement = statement.raw() as Statement<SqlValue[], SqlValue[]>;
    this.columns = statement.columns().map(({ name }) => name);
    this.isReadOnly = statement.readonly;
  }

  get(values: readonly SqlValue[]): Row | undefined {
    const cells = this.statement.get(...values);
    return cells && this.rowOf(cells);
  }

  all(values: readonly SqlValue[]): Row[] {
    return this.statement.all(...values).map((cells) => this.rowOf(cells));
  }

  private rowOf(cells: readonly SqlValue[]): Row {
    const row: Row = {};
    for (let at = 0; at < cells.length; at += 1) row[this.columns[at]!] = cells[at]!;
    return row;
  }
}
