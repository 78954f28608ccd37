import { Injectable } from '@nestjs/common';
import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { ACTIVE_SESSION } from '../../endings/active-session';
import { revokeSession } from '../../endings/session-revocation';
import type { SessionTokenContent } from './session-token';

const INSERT = `INSERT INTO sign_in_sessions (id, account_id, browser, created_at, expires_at)
  SELECT ?, id, ?, ?, ? FROM accounts WHERE id = ? AND password_hash = ? AND disabled_at IS NULL AND issuer IS NULL`;
/** By the content of a session token, which a later sign-in in its session makes void. */
const SELECT_LIVING = `SELECT a.id, a.name, a.email, a.email_verified_at AS "emailVerifiedAt", x.created_at AS "createdAt", x.expires_at AS "expiresAt"
  ${ACTIVE_SESSION('?', '?', '?')} AND x.created_at = ?`;
/** Two sign-ins of one millisecond have two times: each has a token of its own. */
const SIGN_IN_AGAIN = `UPDATE sign_in_sessions SET browser = ?, expires_at = ?,
    created_at = CASE WHEN created_at < ? THEN ? ELSE created_at + 1 END
  WHERE id = ? AND account_id = ? AND created_at = ? AND revoked_at IS NULL AND expires_at > ?
    AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = account_id AND a.password_hash = ? AND a.disabled_at IS NULL AND a.issuer IS NULL)
  RETURNING created_at AS "signedInAt"`;

/** A session that a sign-in begins or goes on with. */
export interface BegunSession {
  sessionId: string;
  /** Epoch milliseconds. */
  signedInAt: number;
}

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
   * Begins a session, or goes on with the one that the same browser has of the account: what was given in it hangs on it
   * still. One of another account ends.
   *
   * @param browser "Firefox on Linux"; `null`: unknown.
   * @param before what the caller's session token says; `null`: it has none.
   * @returns `null` if the password changed, or the account closed or was disabled, since the password was verified.
   */
  begin(
    account: { id: string; passwordHash: string | null },
    times: { now: number; expiresAt: number },
    address: string,
    browser: string | null,
    before: SessionTokenContent | null,
  ): Promise<BegunSession | null> {
    const { now } = times;
    return this.units.write(function* (): Unit<BegunSession | null> {
      const isOwn = before?.accountId === account.id;
      const begun =
        (isOwn ? yield* signInAgain(account, times, browser, before) : null) ??
        (yield* insert(account, times, browser));
      if (begun === null) return null;
      yield* recordEvent({ at: now, kind: 'sign_in.succeeded', accountId: account.id, address });
      if (before !== null && !isOwn) yield* endSession(before, now, address);
      return begun;
    });
  }

  /** Finds a living session by the content of its token. */
  findActive(
    { sessionId, accountId, signedInAt }: SessionTokenContent,
    now: number,
  ): Promise<ActiveSession | undefined> {
    return this.units.get<ActiveSession>(SELECT_LIVING, sessionId, accountId, now, signedInAt);
  }

  end(sessionId: string, accountId: string, now: number, address: string): Promise<void> {
    return this.units.write(() => endSession({ sessionId, accountId }, now, address));
  }
}

type SignedIn = Parameters<SessionRepository['begin']>;

function* insert({ id: accountId, passwordHash }: SignedIn[0], times: SignedIn[1], browser: string | null) {
  const { now, expiresAt } = times;
  const sessionId = timeOrderedId(now);
  const isBegun = (yield* run(INSERT, sessionId, browser, now, expiresAt, accountId, passwordHash)) === 1;
  return isBegun ? { sessionId, signedInAt: now } : null;
}

function* signInAgain(
  { passwordHash }: SignedIn[0],
  { now, expiresAt }: SignedIn[1],
  browser: string | null,
  { sessionId, accountId, signedInAt }: SessionTokenContent,
): Unit<BegunSession | null> {
  const times = [browser, expiresAt, now, now];
  const token = [sessionId, accountId, signedInAt];
  const row = yield* get<{ signedInAt: number }>(SIGN_IN_AGAIN, ...times, ...token, now, passwordHash);
  return row === undefined ? null : { sessionId, signedInAt: Number(row.signedInAt) };
}

function* endSession(
  { sessionId, accountId }: { sessionId: string; accountId: string },
  now: number,
  address: string,
): Unit<void> {
  if (yield* revokeSession(sessionId, now)) yield* recordEvent({ at: now, kind: 'sign_in.ended', accountId, address });
}
