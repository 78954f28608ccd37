import type { MigrationInterface } from 'typeorm';

/** PostgreSQL's names, from the weakest on. */
export const LOCK_MODES = ['ROW EXCLUSIVE', 'SHARE', 'SHARE ROW EXCLUSIVE', 'EXCLUSIVE', 'ACCESS EXCLUSIVE'] as const;

export type LockMode = (typeof LOCK_MODES)[number];

/** What a migration does to a table that was there before; a test compares it with what PostgreSQL does. */
export interface Hold {
  table: string;
  mode: LockMode;
  /** `none`: only the table's description changes; `read` or `written`: every row is. */
  rows: (typeof ROWS)[number];
}

/**
 * A step from one version's tables to the next one's.
 *
 * `up` calls `runner.query` alone and needs none of its answers: `consentry migrate --plan` shows what it would run.
 */
export interface Migration extends MigrationInterface {
  /** All are locked before the first statement, so that none waits for a server which waits for this migration. */
  readonly holds: readonly Hold[];
}

/** @returns one for each table, by name: its strongest mode, and the most that is done to its rows. */
export function merged(held: readonly Hold[]): Hold[] {
  const tables = [...new Set(held.map(({ table }) => table))].sort();
  return tables.map((table) => {
    const same = held.filter((each) => each.table === table);
    return {
      table,
      mode: last(
        LOCK_MODES,
        same.map(({ mode }) => mode),
      ),
      rows: last(
        ROWS,
        same.map(({ rows }) => rows),
      ),
    };
  });
}

const ROWS = ['none', 'read', 'written'] as const;

const last = <T>(order: readonly T[], found: readonly T[]) => order.findLast((each) => found.includes(each))!;
