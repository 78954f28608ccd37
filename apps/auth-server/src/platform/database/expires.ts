import type { Settings } from '../config/settings';
import { type BackgroundJob, batchedDelete } from './batched-delete';
import { columnsOf, tableName } from './table-facts';

type Kept = Pick<Settings, 'eventsKept'>;

interface Expiry {
  /** Milliseconds for which the row stays; the reason for each is in ADR 14. */
  grace?: number | ((settings: Kept) => number);
  /** Keeps the row with the highest key, from which readers know how far they are. */
  keepsLast?: boolean;
}

const EXPIRIES = new Map<unknown, Expiry & { property: string | symbol }>();

/** Purges a row after the time in this column, which needs an index. */
export const Expires =
  (expiry: Expiry = {}): PropertyDecorator =>
  ({ constructor }, property) =>
    void EXPIRIES.set(constructor, { ...expiry, property });

/** A job for each entity whose rows expire. */
export const purgesOf = (entities: readonly unknown[], settings: Kept): BackgroundJob[] =>
  entities.filter((entity) => EXPIRIES.has(entity)).map((entity) => purgeOf(entity, settings));

function purgeOf(entity: unknown, settings: Kept): BackgroundJob {
  const { property, grace = 0, keepsLast = false } = EXPIRIES.get(entity)!;
  const table = tableName(entity);
  const columns = columnsOf(entity);
  const column = columns.find((one) => one.property === property)!.name;
  const key = columns.find(({ primary }) => primary)!.name;
  const others = keepsLast ? ` AND ${key} < (SELECT MAX(${key}) FROM ${table})` : '';
  const deleteBatch = batchedDelete({ table, key, where: `${column} <= ?${others}`, order: column });
  const stays = typeof grace === 'number' ? grace : grace(settings);
  return { name: table, runBatch: (units, now, most) => deleteBatch(units, most, now - stays) };
}
