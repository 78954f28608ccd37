import type { BackgroundJob } from './batched-delete';
import { all } from './sql';
import type { Units } from './units';

const ROWS_PER_RUN = 2_000;

/** Rows whose key is greater than `after` and at most `last`. */
export type Window<Key> = { after: Key; last: Key };

interface Walk<Key, Row> {
  name: string;
  /** Selects rows in the order of their key, with the key to begin after and how many. */
  select: string;
  /** Less than every key. */
  first: Key;
  /** Default: 2,000. */
  rowsPerRun?: number;
  visit: (units: Units, rows: readonly Row[], window: Window<Key>, now: number) => Promise<unknown>;
}

/** A background job that walks a whole table, some rows a run: for rows that no index finds (ADR 14, rejected). */
export function tableWalk<Key extends string | number, Row extends { id: Key }>(walk: Walk<Key, Row>): BackgroundJob {
  const { name, select, first, visit, rowsPerRun = ROWS_PER_RUN } = walk;
  let after = first;
  let visited = 0;
  return {
    name,
    async runBatch(units, now, most) {
      const rows = await units.read(() => all<Row>(select, after, most));
      const last = rows.at(-1)?.id ?? after;
      if (rows.length > 0) await visit(units, rows, { after, last }, now);
      after = rows.length < most ? first : last;
      visited += rows.length;
      if (after !== first && visited < rowsPerRun) return true;
      visited = 0;
      return false;
    },
  };
}
