import type { SqlValue } from '../../platform/database/sql';

const TOUCH = 'UPDATE grants SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)';

/** Milliseconds; most uses then neither write the grant's row nor wait for its lock. */
export const LAST_USE_GRAIN = 60_000;

export const isUseDue = (lastUsedAt: number | null, now: number) =>
  lastUsedAt === null || now - lastUsedAt >= LAST_USE_GRAIN;

/** A statement with its values. */
export const grantUse = (grantId: string, now: number): [string, ...SqlValue[]] => [
  TOUCH,
  now,
  grantId,
  now - LAST_USE_GRAIN,
];

const WRITE = 'UPDATE grants SET last_used_at = ? WHERE id = ?';

/**
 * The same for a unit that begins a family: it always writes the grant's row, so that a unit that narrows the grant at the
 * same moment begins again and sees the family. Isolation alone does not: exchanges that change the row are READ COMMITTED.
 */
export const grantUseByNewFamily = (grantId: string, now: number): [string, ...SqlValue[]] => [WRITE, now, grantId];
