import { type Unit, all, run } from '../database/sql';
import { type Count, type Counter, type ReachedLimit, countOf, incremented, expiryOf, reachedLimit } from './counter';

interface Row {
  hash: string;
  slots: string;
  lastAt: number;
}

const listOf = (item: string, count: number) => Array<string>(count).fill(item).join(', ');
const SELECT = (count: number) =>
  `SELECT hash, slots, last_at AS "lastAt" FROM limit_counts WHERE hash IN (${listOf('?', count)})`;
const UPSERT = (count: number) => `INSERT INTO limit_counts (hash, name, slots, last_at, expires_at)
  VALUES ${listOf('(?, ?, ?, ?, ?)', count)}
  ON CONFLICT (hash) DO UPDATE SET slots = excluded.slots, last_at = excluded.last_at, expires_at = excluded.expires_at`;

export function* readCounts(counters: readonly Counter[], now: number): Unit<Count[]> {
  const rows = yield* all<Row>(SELECT(counters.length), ...counters.map(({ hash }) => hash));
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return counters.map((counter) => countOf(counter, byHash.get(counter.hash), now));
}

/** Ordered by hash, so that two units cannot deadlock. */
export function* writeCounts(counts: readonly Count[], now: number): Unit<void> {
  if (counts.length === 0) return;
  const ordered = counts.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  const values = ordered.flatMap((count) => [
    ...[count.hash, count.limit, JSON.stringify(count.slots)],
    ...[count.lastAt ?? now, expiryOf(count, now)],
  ]);
  yield* run(UPSERT(counts.length), ...values);
}

/** Counts a call unless a limit is reached: a refused call does not lengthen the wait. */
export function* consume(counters: readonly Counter[], now: number): Unit<ReachedLimit | null> {
  const counts = yield* readCounts(counters, now);
  const reached = reachedLimit(counts, now);
  const next = counts.map((count) => incremented(count, now));
  if (reached === null) yield* writeCounts(next, now);
  return reached;
}
