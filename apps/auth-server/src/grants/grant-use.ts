import type { SqlValue } from '../database/sql';

const TOUCH = 'UPDATE grants SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)';

/** Milliseconds; most uses then neither write the grant's row nor wait for its lock. */
const GRAIN = 60_000;

export const isUseDue = (lastUsedAt: number | null, now: number) => lastUsedAt === null || now - lastUsedAt >= GRAIN;

/** A statement with its values. */
export const grantUse = (grantId: string, now: number): [string, ...SqlValue[]] => [TOUCH, now, grantId, now - GRAIN];
