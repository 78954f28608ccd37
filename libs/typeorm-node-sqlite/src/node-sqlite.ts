import { type OpenOptions, closeFile, openFile } from './open-file';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-module';

/** Whitespace, semicolons and comments. */
const NOTHING = /^(?:[\s;]|--[^\n]*|\/\*[^]*?(?:\*\/|$))*$/;

/** The option `driver` of a TypeORM data source of type `better-sqlite3`: what TypeORM calls of that package. */
export class NodeSqlite {
  readonly sqlite: SqliteDatabase;

  /** @throws Error of SQLite. */
  constructor(file: string, options?: OpenOptions) {
    this.sqlite = openFile(file, options);
  }

  /** @throws Error of SQLite; or for a second statement in the text, which SQLite would leave out without a word. */
  prepare(text: string): NodeSqliteStatement {
    const statement = this.sqlite.prepare(text);
    const rest = text.slice(endOf(statement, text));
    if (!NOTHING.test(rest))
      throw new Error(
        `a text with one statement was expected, and after the first there is: ${rest.trim().slice(0, 80)}`,
      );
    return new NodeSqliteStatement(statement);
  }

  /** @returns the rows of `PRAGMA …`. */
  pragma(text: string): unknown[] {
    return this.sqlite.prepare(`PRAGMA ${text}`).all();
  }

  exec(text: string): void {
    this.sqlite.exec(text);
  }

  close(): void {
    closeFile(this.sqlite);
  }
}

export class NodeSqliteStatement {
  /** Whether it returns rows. */
  readonly reader: boolean;

  constructor(private readonly statement: SqliteStatement) {
    this.reader = statement.columns().length > 0;
  }

  all(...values: SqliteValue[]): object[] {
    assertWhole(values);
    return (this.statement.all(...values) as Record<string, unknown>[]).map(withBuffers);
  }

  run(...values: SqliteValue[]): { changes: number; lastInsertRowid: number } {
    assertWhole(values);
    return this.statement.run(...values);
  }
}

/** Where the statement ends that SQLite took from the text. */
function endOf({ expandedSQL }: SqliteStatement, text: string): number {
  const taken = unbound(expandedSQL);
  for (let at = text.indexOf(';'); at >= 0; at = text.indexOf(';', at + 1))
    if (unbound(text.slice(0, at + 1)) === taken) return at + 1;
  return text.length;
}

const unbound = (text: string) => text.replaceAll('?', 'NULL');

/** Node.js 20 would store, and 22 read, only what stands before U+0000. @throws TypeError */
function assertWhole(values: readonly SqliteValue[]): void {
  if (values.some((value) => typeof value === 'string' && value.includes('\0')))
    throw new TypeError('a text with the character U+0000 was to be stored or looked for: give a Buffer');
}

/** Entities of TypeORM have a `Buffer` for a blob. */
function withBuffers(row: Record<string, unknown>): object {
  const cells = Object.entries(row);
  return Object.fromEntries(
    cells.map(([name, cell]) => [
      name,
      cell instanceof Uint8Array ? Buffer.from(cell.buffer, cell.byteOffset, cell.length) : cell,
    ]),
  );
}
