import { type Unit, get } from '../platform/database/sql';

const SELECT = `SELECT g.epoch, g.revoked_at AS "endedAt", g.last_used_at AS "lastUsedAt", c.client_id AS "clientId", c.name
  FROM grants g JOIN clients c ON c.id = g.client_id WHERE g.id = ? AND g.account_id = ? AND g.revoked_at > ?`;
/** Ended with the grant, or about to be by the jobs. */
const CONNECTIONS = `SELECT COUNT(*) AS count FROM (SELECT 1 FROM refresh_families f
  WHERE f.grant_id = ? AND f.grant_epoch = ? AND (f.revoked_at IS NULL OR f.revoked_at = ?)
    AND (f.expires_at > ? OR f.access_expires_at > ?) LIMIT 1000) AS bounded`;
const CODES = (table: string) => `SELECT COUNT(*) AS count FROM ${table}
  WHERE grant_id = ? AND grant_epoch = ? AND redeemed_at IS NULL AND expires_at > ?`;
const CODES_OF = { browsers: CODES('authorization_codes'), devices: CODES('device_codes') };

/** What ended with a grant. Times are epoch milliseconds. */
export interface EndedGrant {
  clientId: string;
  name: string;
  lastUsedAt: number | null;
  connections: number;
  /** Approvals that no token was issued for. */
  codes: number;
}

/** @returns `null` unless a grant of the account ended after that time, and is not given again. */
export function* endedGrant(id: string, accountId: string, after: number): Unit<EndedGrant | null> {
  const row = yield* get<Omit<EndedGrant, 'connections' | 'codes'> & { epoch: number; endedAt: number }>(
    SELECT,
    id,
    accountId,
    after,
  );
  if (row === undefined) return null;
  const { epoch, endedAt, ...grant } = row;
  const ended = [id, epoch - 1];
  const count = function* (text: string, ...values: number[]): Unit<number> {
    return Number((yield* get<{ count: number }>(text, ...ended, ...values))!.count);
  };
  const connections = yield* count(CONNECTIONS, endedAt, endedAt, endedAt);
  const codes = (yield* count(CODES_OF.browsers, endedAt)) + (yield* count(CODES_OF.devices, endedAt));
  return { ...grant, connections, codes };
}
