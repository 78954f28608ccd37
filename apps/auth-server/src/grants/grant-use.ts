import type { SqlValue } from '../database/sql';

const TOUCH = 'UPDATE grants SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)';

/** A use is noted to the minute: most uses then write one row less, and wait for nobody else's. */
const GRAIN = 60_000;

/** Whether a use at `now` is worth noting. */
export const isUseDue = (lastUsedAt: number | null, now: number) => lastUsedAt === null || now - lastUsedAt >= GRAIN;

/** The statement that notes it, with its values. */
export const grantUse = (grantId: string, now: number): [string, ...SqlValue[]] => [TOUCH, now, grantId, now - GRAIN];
