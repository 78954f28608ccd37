import { type Unit, all, get } from '../platform/database/sql';
import { recordEvent } from '../platform/events/events';
import { revokeFamily } from './family-revocation';
import type { RevokedBy } from './grant-revocation';

/** Of a grant, the newest ones; an application that begins one for each of its tokens has thousands. */
export const MOST_CONNECTIONS = 100;

const IS_ALIVE = 'f.revoked_at IS NULL AND (f.expires_at > ? OR f.access_expires_at > ?)';
const SELECT = `SELECT id, "grantId", "allowedWith", "isTest", "createdAt", "rotatedAt", generation, "expiresAt", "accessExpiresAt"
  FROM (SELECT f.id, f.grant_id AS "grantId", f.allowed_with AS "allowedWith", f.is_test AS "isTest",
      f.created_at AS "createdAt",
      f.rotated_at AS "rotatedAt", f.generation, f.expires_at AS "expiresAt", f.access_expires_at AS "accessExpiresAt",
      ROW_NUMBER() OVER (PARTITION BY f.grant_id ORDER BY f.id DESC) AS place
    FROM grants g JOIN refresh_families f ON f.grant_id = g.id AND f.grant_epoch = g.epoch
    WHERE g.account_id = ? AND g.revoked_at IS NULL AND ${IS_ALIVE}) AS bounded
  WHERE place <= ${MOST_CONNECTIONS} ORDER BY id DESC`;
const SELECT_OWN = `SELECT c.client_id AS "clientId" FROM refresh_families f
    JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch JOIN clients c ON c.id = g.client_id
  WHERE f.id = ? AND g.id = ? AND g.account_id = ? AND g.revoked_at IS NULL AND c.revoked_at IS NULL
    AND ${IS_ALIVE}`;

/** A living family, as the account sees it. Times are epoch milliseconds. */
export interface Connection {
  id: string;
  grantId: string;
  /** "Firefox on Linux"; `null`: unknown. */
  allowedWith: string | null;
  /** Whether a developer began it with a test token. */
  isTest: boolean;
  createdAt: number;
  lastUsedAt: number;
  /** Unless it is used before. */
  expiresAt: number;
}

interface Row extends Omit<Connection, 'lastUsedAt' | 'isTest'> {
  isTest: boolean | number;
  rotatedAt: number | null;
  generation: number;
  accessExpiresAt: number;
}

/** Reads the connections of an account, the newest first. @param refreshTtl of a refresh token, in milliseconds. */
export function* connectionsOf(accountId: string, refreshTtl: number, now: number): Unit<Connection[]> {
  const rows = yield* all<Row>(SELECT, accountId, now, now);
  return rows.map((row) => {
    const { id, grantId, allowedWith, createdAt, expiresAt, accessExpiresAt } = row;
    const lastUsedAt = lastUseOf(row, refreshTtl, now);
    return {
      id,
      grantId,
      allowedWith,
      isTest: Boolean(row.isTest),
      createdAt,
      lastUsedAt,
      expiresAt: Math.max(expiresAt, accessExpiresAt),
    };
  });
}

/** A refresh without proof of the client notes no time: then it is as long ago as the refresh token is old. */
function lastUseOf({ generation, createdAt, rotatedAt, expiresAt }: Row, refreshTtl: number, now: number): number {
  if (generation === 0) return createdAt;
  return rotatedAt ?? Math.min(now, Math.max(createdAt, expiresAt - refreshTtl));
}

/** @returns `false` if the account's grant has no such connection. */
export function* endConnection(
  { id, grantId, accountId }: { id: string; grantId: string; accountId: string },
  { at, address }: RevokedBy,
): Unit<boolean> {
  const own = yield* get<{ clientId: string }>(SELECT_OWN, id, grantId, accountId, at, at);
  if (own === undefined || !(yield* revokeFamily(id, at))) return false;
  const { clientId } = own;
  yield* recordEvent({ at, kind: 'connection.ended', accountId, clientId, familyId: id, address });
  return true;
}
