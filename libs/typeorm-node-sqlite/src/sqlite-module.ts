import { createRequire } from 'node:module';

export type SqliteValue = string | number | bigint | null | NodeJS.ArrayBufferView;

/** What is used of `StatementSync`. */
export interface SqliteStatement {
  /** The statement's own text, without what follows it; NULL for each parameter without a value. */
  readonly expandedSQL: string;
  all(...values: SqliteValue[]): unknown[];
  get(...values: SqliteValue[]): unknown;
  iterate(...values: SqliteValue[]): IterableIterator<unknown>;
  run(...values: SqliteValue[]): { changes: number; lastInsertRowid: number };
  /** Empty for a statement that returns no rows. */
  columns(): { name: string }[];
  /** Rows are then arrays of the columns' values. */
  setReturnArrays(isOn: boolean): void;
  /** Integers are then `bigint`. Otherwise one beyond 2^53 is refused with ERR_OUT_OF_RANGE. */
  setReadBigInts(isOn: boolean): void;
}

/** What is used of `DatabaseSync`. Errors of SQLite have its result code, such as 5 or 517 for BUSY, as `errcode`. */
export interface SqliteDatabase {
  readonly isTransaction: boolean;
  prepare(text: string): SqliteStatement;
  exec(text: string): void;
  /** The file's path, `null` for a database in memory. */
  location(): string | null;
  close(): void;
}

type OpenDatabase = (path: string, options: { readOnly: boolean; timeout: number }) => SqliteDatabase;

interface SqliteModule {
  DatabaseSync: new (...given: Parameters<OpenDatabase>) => SqliteDatabase;
  backup: (source: SqliteDatabase, path: string) => Promise<number>;
}

/** What is used of the module that was found. */
export interface Sqlite {
  open: OpenDatabase;
  backup: SqliteModule['backup'];
}

/** At run time: with a Node.js that has SQLite the package may be missing. */
const load = createRequire(__filename);

let found: Sqlite | undefined;

/**
 * `node:sqlite` of Node.js 22.16 and later, else the package that has the same interface.
 *
 * @throws Error where there is neither.
 */
export function findSqlite(): Sqlite {
  found ??= ownSqlite() ?? packagedSqlite();
  return found;
}

function ownSqlite(): Sqlite | undefined {
  const own = withoutWarning(() => process.getBuiltinModule('node:sqlite') as SqliteModule | undefined);
  // Node.js before 22.16 lacks `backup`, and isTransaction, timeout and setReturnArrays too.
  if (own === undefined || !('backup' in own)) return undefined;
  return { open: (...given) => new own.DatabaseSync(...given), backup: own.backup };
}

/** Node.js 22 says on standard error, whatever the program, that the module is experimental. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process as { emitWarning: (this: unknown, ...given: unknown[]) => void };
  process.emitWarning = (warning: unknown, ...rest: unknown[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature'))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function packagedSqlite(): Sqlite {
  const { DatabaseSync, backup } = loadPackage();
  const open: OpenDatabase = (...given) => {
    try {
      return new DatabaseSync(...given);
    } catch (error) {
      // The package puts words of its own before SQLite's reason.
      if (error instanceof Error) error.message = error.message.replace(/^Failed to open database: /, '');
      throw error;
    }
  };
  return { open, backup };
}

function loadPackage(): SqliteModule {
  try {
    return load('@photostructure/sqlite') as SqliteModule;
  } catch (error) {
    throw new Error(
      `SQLite needs Node.js 22.16 or later, or the optional package @photostructure/sqlite 1.2, which is not installed or has no binary for ${process.platform} on ${process.arch}; this is Node.js ${process.version}`,
      { cause: error },
    );
  }
}
