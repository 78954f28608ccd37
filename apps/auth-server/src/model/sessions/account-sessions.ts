import { Injectable } from '@nestjs/common';
import { type Unit, all, get } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type Actor, recordEvent } from '../../platform/events/events';
import { ACTIVE_SESSION } from '../../endings/active-session';
import { revokeSession, revokeSessions } from '../../endings/session-revocation';

/** Anybody who knows the password makes as many as the limits allow. */
const MOST_LISTED = 200;

const OWN_ACTIVE = 'account_id = ? AND revoked_at IS NULL AND expires_at > ?';
const SELECT_ACTIVE = `SELECT id, browser, created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
  FROM sign_in_sessions WHERE ${OWN_ACTIVE} ORDER BY CASE WHEN id = ? THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT ${MOST_LISTED}`;
const COUNT_ACTIVE = `SELECT CAST(count(*) AS integer) AS active FROM sign_in_sessions WHERE ${OWN_ACTIVE} AND id <> ?`;
const SELECT_ONE = `SELECT x.id ${ACTIVE_SESSION('?', '?', '?')}`;

export interface ListedSession {
  id: string;
  /** "Firefox on Linux"; `null`: unknown. */
  browser: string | null;
  createdAt: number;
  /** Up to five minutes behind. */
  lastUsedAt: number;
  expiresAt: number;
}

export interface Ender extends Actor {
  /** Whose sessions end. */
  accountId: string;
  now: number;
}

/** Where an account is signed in, and how it signs out there. */
@Injectable()
export class AccountSessions {
  constructor(private readonly units: Units) {}

  /** @param current comes first; then the newest, {@link MOST_LISTED} in all. */
  listOf(accountId: string, current: string | null, now: number): Promise<ListedSession[]> {
    return this.units.read(() => all<ListedSession>(SELECT_ACTIVE, accountId, now, current ?? ''));
  }

  /** @returns `false` if the account has no such active session. */
  end(id: string, { accountId, address, now }: Ender): Promise<boolean> {
    return this.units.write(function* (): Unit<boolean> {
      const isActive = (yield* get(SELECT_ONE, id, accountId, now)) !== undefined;
      if (!isActive || !(yield* revokeSession(id, now))) return false;
      yield* recordEvent({ at: now, kind: 'sign_in.ended', accountId, address });
      return true;
    });
  }

  /**
   * @param keep the session that stays; `null`: none.
   * @returns how many ended.
   */
  endAll(keep: string | null, { now, ...by }: Ender): Promise<number> {
    const { accountId } = by;
    return this.units.write(function* (): Unit<number> {
      const { active } = (yield* get<{ active: number }>(COUNT_ACTIVE, accountId, now, keep ?? ''))!;
      if (active === 0) return 0;
      yield* revokeSessions(accountId, keep, now);
      yield* recordEvent({ ...by, at: now, kind: 'sign_in.all_ended' });
      return active;
    });
  }
}
