import { type Unit, all, run } from '../database/sql';
import { type Count, type Counter, type Held, countOf, counted, expiryOf, heldBy } from './counter';

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

/** The counts of these counters, in their order. */
export function* look(counters: readonly Counter[], now: number): Unit<Count[]> {
  const rows = yield* all<Row>(SELECT(counters.length), ...counters.map(({ hash }) => hash));
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return counters.map((counter) => countOf(counter, byHash.get(counter.hash), now));
}

/** Writes counts. Always ordered by hash, so that two units cannot deadlock. */
export function* keep(counts: readonly Count[], now: number): Unit<void> {
  if (counts.length === 0) return;
  const ordered = counts.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  const values = ordered.flatMap((count) => [
    ...[count.hash, count.limit, JSON.stringify(count.slots)],
    ...[count.lastAt ?? now, expiryOf(count, now)],
  ]);
  yield* run(UPSERT(counts.length), ...values);
}

/** Counts a call, unless a limit is reached already: a refused call does not lengthen the wait. */
export function* take(counters: readonly Counter[], now: number): Unit<Held | null> {
  const counts = yield* look(counters, now);
  const held = heldBy(counts, now);
  if (held === null)
    yield* keep(
      counts.map((count) => counted(count, now)),
      now,
    );
  return held;
}
