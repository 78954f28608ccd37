import { Injectable } from '@nestjs/common';
import { all } from '../database/sql';
import { Units } from '../database/units';

/** The first due notice of each client. The recursion steps from client to client and skips their other notices. */
const SELECT_DUE = `WITH RECURSIVE told(client_id) AS (
    SELECT MIN(client_id) FROM logout_notices
    UNION ALL
    SELECT (SELECT MIN(n.client_id) FROM logout_notices n WHERE n.client_id > told.client_id) FROM told
      WHERE told.client_id IS NOT NULL)
  SELECT id, client_id AS "clientId", account_id AS "accountId", sid, attempts, expires_at AS "expiresAt"
  FROM logout_notices WHERE id IN (
    SELECT (SELECT n.id FROM logout_notices n WHERE n.client_id = told.client_id AND n.next_attempt_at <= ?
      ORDER BY n.next_attempt_at LIMIT 1) FROM told)
  ORDER BY next_attempt_at`;
const TAKE = 'UPDATE logout_notices SET attempts = attempts + 1, next_attempt_at = ? WHERE id = ? AND attempts = ?';
const DELETE = 'DELETE FROM logout_notices WHERE id = ?';

/** A client that is to be told of a logout. */
export interface DueNotice {
  id: string;
  clientId: number;
  accountId: string;
  sid: string | null;
  /** How many there were. */
  attempts: number;
  /** When nobody tries any more, in epoch milliseconds. */
  expiresAt: number;
}

@Injectable()
export class LogoutNoticeRepository {
  constructor(private readonly units: Units) {}

  /** One notice of each client, the earliest first: many notices of one client hide no other client's. */
  findDue(now: number): Promise<DueNotice[]> {
    return this.units.read(() => all<DueNotice>(SELECT_DUE, now));
  }

  /** Takes an attempt: of all processes that see it is due, one makes it. @returns whether it is ours to make. */
  async take({ id, attempts }: DueNotice, nextAttemptAt: number): Promise<boolean> {
    return (await this.units.run(TAKE, nextAttemptAt, id, attempts)) === 1;
  }

  async forget({ id }: DueNotice): Promise<void> {
    await this.units.run(DELETE, id);
  }
}
