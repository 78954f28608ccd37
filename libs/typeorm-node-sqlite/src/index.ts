export { NodeSqlite, type NodeSqliteStatement } from './node-sqlite';
export { type OpenOptions, backUp, closeFile, openFile, readEach } from './open-file';
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-module';
