import { Injectable } from '@nestjs/common';
import { all } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';

/** The recursion steps from client to client by the index, past their other notices. */
const SELECT_DUE = `WITH RECURSIVE waiting(client_id) AS (
    SELECT MIN(client_id) FROM logout_notices
    UNION ALL
    SELECT (SELECT MIN(n.client_id) FROM logout_notices n WHERE n.client_id > waiting.client_id) FROM waiting
      WHERE waiting.client_id IS NOT NULL)
  SELECT id, client_id AS "clientId", account_id AS "accountId", sid, attempts, expires_at AS "expiresAt"
  FROM logout_notices WHERE id IN (
    SELECT (SELECT n.id FROM logout_notices n WHERE n.client_id = waiting.client_id AND n.next_attempt_at <= ?
      ORDER BY n.next_attempt_at LIMIT 1) FROM waiting)
  ORDER BY next_attempt_at`;
const TAKE = 'UPDATE logout_notices SET attempts = attempts + 1, next_attempt_at = ? WHERE id = ? AND attempts = ?';
const DELETE = 'DELETE FROM logout_notices WHERE id = ?';

export interface DueNotice {
  id: string;
  clientId: number;
  accountId: string;
  sid: string | null;
  attempts: number;
  /** Epoch milliseconds. */
  expiresAt: number;
}

@Injectable()
export class LogoutNoticeRepository {
  constructor(private readonly units: Units) {}

  /** One notice of each client, the earliest first: many notices of one client delay no other client's. */
  findDue(now: number): Promise<DueNotice[]> {
    return this.units.read(() => all<DueNotice>(SELECT_DUE, now));
  }

  /** @returns whether this process is to make the attempt: of several, one. */
  async take({ id, attempts }: DueNotice, nextAttemptAt: number): Promise<boolean> {
    return (await this.units.run(TAKE, nextAttemptAt, id, attempts)) === 1;
  }

  async delete({ id }: DueNotice): Promise<void> {
    await this.units.run(DELETE, id);
  }
}
