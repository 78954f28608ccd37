export { NodeSqlite, type NodeSqliteStatement } from './node-sqlite';
export { type OpenOptions, backUp, closeFile, openFile } from './open-file';
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-module';
