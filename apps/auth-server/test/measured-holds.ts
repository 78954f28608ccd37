import type { DataSource } from 'typeorm';
import { type Hold, LOCK_MODES, type Migration, merged } from '../src/platform/database/migrations/migration';

const TABLES = `SELECT c.oid, c.relname AS table, pg_relation_filenode(c.oid) AS file, COALESCE(seq_scan, 0)::int AS scans
  FROM pg_class c LEFT JOIN pg_stat_xact_user_tables s ON s.relid = c.oid
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND c.relname <> 'migrations'`;
/** Such as AccessExclusiveLock, which LOCK TABLE calls ACCESS EXCLUSIVE. */
const LOCKS = 'SELECT relation AS oid, mode FROM pg_locks WHERE pid = pg_backend_pid() AND relation = ANY ($1)';

interface Table {
  oid: number;
  table: string;
  file: number;
  scans: number;
}

/** Runs a migration on PostgreSQL and rolls it back. @returns what PostgreSQL then held, rewrote and read */
export async function measuredHolds(dataSource: DataSource, migration: Migration): Promise<Hold[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('BEGIN; SET LOCAL enable_seqscan = on');
    const before = (await runner.query(TABLES)) as Table[];
    await migration.up(runner);
    const locks = (await runner.query(LOCKS, [before.map(({ oid }) => oid)])) as { oid: number; mode: string }[];
    const after = (await runner.query(TABLES)) as Table[];
    return merged(
      locks.flatMap(({ oid, mode: name }): Hold[] => {
        const mode = LOCK_MODES.find((known) => `${known.replace(/ /g, '')}LOCK` === name.toUpperCase());
        const [was, is] = [before, after].map((tables) => tables.find((each) => each.oid === oid)!) as [Table, Table];
        if (mode === undefined) return [];
        const rows = is.file !== was.file ? 'written' : is.scans > was.scans ? 'read' : 'none';
        return [{ table: was.table, mode, rows }];
      }),
    );
  } finally {
    await runner.query('ROLLBACK');
    await runner.release();
  }
}
