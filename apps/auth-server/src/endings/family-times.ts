const DAY = 86_400_000;
const HOUR = 3_600_000;

/** When the tokens that a family was last given expire, in epoch milliseconds. */
export interface FamilyTimes {
  /** The refresh token. */
  expiresAt: number;
  accessExpiresAt: number;
}

/**
 * The day, counted from 1970, from which a family's row is purged. By the day, so that few refreshes change it: PostgreSQL
 * writes no index entry for a row whose indexed columns stay. An hour later than needed covers a retried answer.
 */
export const purgeDay = ({ expiresAt, accessExpiresAt }: FamilyTimes) =>
  Math.floor((Math.max(expiresAt, accessExpiresAt) + HOUR) / DAY) + 1;

/** The same in SQL for a family being revoked: only access tokens may still name it. */
export const PURGE_DAY_OF_REVOKED = `(access_expires_at + ${HOUR}) / ${DAY} + 1`;
