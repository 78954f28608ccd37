import { Injectable } from '@nestjs/common';
import { timeOrderedId } from '../database/time-ordered-id';
import { type Unit, run } from '../database/sql';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { ACTIVE_SESSION } from './active-session';
import { replaceSession, revokeSession } from './session-revocation';

const INSERT = `INSERT INTO sign_in_sessions (id, account_id, browser, created_at, expires_at)
  SELECT ?, id, ?, ?, ? FROM accounts WHERE id = ? AND password_hash = ? AND disabled_at IS NULL`;
const SELECT_LIVING = `SELECT a.id, a.name, a.email, a.email_verified_at AS "emailVerifiedAt", x.created_at AS "createdAt", x.expires_at AS "expiresAt"
  ${ACTIVE_SESSION('?', '?', '?')}`;

/** `id`, `name` and `email` are the account's. */
export interface ActiveSession {
  id: string;
  name: string | null;
  email: string | null;
  emailVerifiedAt: number | null;
  createdAt: number;
  expiresAt: number;
}

@Injectable()
export class SessionRepository {
  constructor(private readonly units: Units) {}

  /**
   * @param browser "Firefox on Linux"; `null`: unknown.
   * @param replaced the session that the same browser had until now; `null`: none.
   * @returns its id; `null` if the password changed, or the account closed or was disabled, since the password was verified.
   */
  begin(
    { id: accountId, passwordHash }: { id: string; passwordHash: string | null },
    times: { now: number; expiresAt: number },
    address: string,
    browser: string | null,
    replaced: { sessionId: string; accountId: string } | null = null,
  ): Promise<string | null> {
    const id = timeOrderedId(times.now);
    return this.units.write(function* (): Unit<string | null> {
      if ((yield* run(INSERT, id, browser, times.now, times.expiresAt, accountId, passwordHash)) === 0) return null;
      yield* recordEvent({ at: times.now, kind: 'sign_in.succeeded', accountId, address });
      if (replaced !== null) yield* endReplaced(replaced, accountId, times.now, address);
      return id;
    });
  }

  findActive(sessionId: string, accountId: string, now: number): Promise<ActiveSession | undefined> {
    return this.units.get<ActiveSession>(SELECT_LIVING, sessionId, accountId, now);
  }

  end(sessionId: string, accountId: string, now: number, address: string): Promise<void> {
    return this.units.write(function* (): Unit<void> {
      if (yield* revokeSession(sessionId, now))
        yield* recordEvent({ at: now, kind: 'sign_in.ended', accountId, address });
    });
  }
}

/** Another account is signed out. The same account goes on: what it was given stays, under its old session's name. */
function* endReplaced(
  replaced: { sessionId: string; accountId: string },
  accountId: string,
  now: number,
  address: string,
): Unit<void> {
  if (replaced.accountId === accountId) return yield* replaceSession(replaced.sessionId, accountId, now);
  if (yield* revokeSession(replaced.sessionId, now))
    yield* recordEvent({ at: now, kind: 'sign_in.ended', accountId: replaced.accountId, address });
}
