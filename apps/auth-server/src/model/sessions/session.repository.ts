import { Injectable } from '@nestjs/common';
import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { type Unit, all, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { ACTIVE_SESSION } from '../../endings/active-session';
import { revokeSession } from '../../endings/session-revocation';
import type { SessionTokenContent } from './session-token';

const PROVEN = `disabled_at IS NULL AND closed_at IS NULL
    AND issuer IS NOT DISTINCT FROM ? AND password_hash IS NOT DISTINCT FROM ?`;
const INSERT = `INSERT INTO sign_in_sessions
    (id, account_id, browser, created_at, last_used_at, expires_at, auth_time, acr, sid_hash, confirmed_at)
  SELECT ?, id, ?, ?, ?, ?, ?, ?, ?, ? FROM accounts WHERE id = ? AND ${PROVEN}`;
/** By the content of a session token, which a later sign-in in its session makes void. */
const SELECT_LIVING = `SELECT a.id, a.name, a.email, a.email_verified_at AS "emailVerifiedAt", a.issuer,
    x.created_at AS "createdAt", x.last_used_at AS "lastUsedAt", x.expires_at AS "expiresAt", x.auth_time AS "authTime",
    x.acr, x.confirmed_at AS "confirmedAt"
  ${ACTIVE_SESSION('?', '?', '?')} AND x.created_at = ?`;
const OF_TOKEN = 'id = ? AND account_id = ? AND created_at = ? AND revoked_at IS NULL AND expires_at > ?';
/** Two sign-ins of one millisecond have two times: each has a token of its own. */
const SIGN_IN_AGAIN = `UPDATE sign_in_sessions SET browser = ?, last_used_at = ?, expires_at = ?,
    created_at = CASE WHEN created_at < ? THEN ? ELSE created_at + 1 END,
    auth_time = ?, acr = ?, sid_hash = ?, confirmed_at = ?
  WHERE ${OF_TOKEN} AND EXISTS (SELECT 1 FROM accounts WHERE id = account_id AND ${PROVEN})
  RETURNING created_at AS "signedInAt"`;
const CONFIRM = `UPDATE sign_in_sessions SET last_used_at = ?, auth_time = ?, acr = ?, sid_hash = ?, confirmed_at = ?
  WHERE ${OF_TOKEN} AND confirmed_at IS NOT NULL`;
const SELECT_OF_SID = `SELECT id FROM sign_in_sessions
  WHERE account_id = ? AND sid_hash = ? AND revoked_at IS NULL AND expires_at > ? ORDER BY id`;

/** A session that a sign-in begins or goes on with. */
export interface BegunSession {
  sessionId: string;
  /** Epoch milliseconds. */
  signedInAt: number;
}

/** The word of the app of `SIGN_IN_URL`, or of a provider. */
export interface Vouching {
  issuer: string;
  /** Epoch milliseconds. */
  authTime: number;
  acr: string | null;
  /** SHA-256 of its own name of the session. */
  sidHash: string | null;
}

/** What proves the person: the hash of the password that was typed, or the word of another. */
export type SignInProof = { passwordHash: string } | Vouching;

/** `id`, `name`, `email` and `issuer` are the account's. */
export interface ActiveSession {
  id: string;
  name: string | null;
  email: string | null;
  emailVerifiedAt: number | null;
  issuer: string | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  authTime: number | null;
  acr: string | null;
  confirmedAt: number | null;
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
   * @returns `null` if the password changed, or the account closed or was disabled, since it was proven.
   */
  begin(
    account: { id: string; proof: SignInProof },
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

  /** Goes on with a session for which the app has vouched once more. @returns whether it is active. */
  async confirm(
    { sessionId, accountId, signedInAt }: SessionTokenContent,
    proof: Vouching,
    now: number,
  ): Promise<boolean> {
    const vouched = vouchedValues(proof, now);
    return (await this.units.run(CONFIRM, now, ...vouched, sessionId, accountId, signedInAt, now)) === 1;
  }

  /** Ends the sessions for which the app vouched under its own name of the session. */
  endNamed(accountId: string, sidHash: string, now: number): Promise<void> {
    return this.units.write(function* (): Unit<void> {
      const named = yield* all<{ id: string }>(SELECT_OF_SID, accountId, sidHash, now);
      for (const { id: sessionId } of named) yield* endSession({ sessionId, accountId }, now, null);
    });
  }

  end(sessionId: string, accountId: string, now: number, address: string): Promise<void> {
    return this.units.write(() => endSession({ sessionId, accountId }, now, address));
  }
}

type SignedIn = Parameters<SessionRepository['begin']>;

function* insert({ id: accountId, proof }: SignedIn[0], times: SignedIn[1], browser: string | null) {
  const { now, expiresAt } = times;
  const sessionId = timeOrderedId(now);
  const values = [sessionId, browser, now, now, expiresAt, ...vouchedValues(proof, now)];
  const isBegun = (yield* run(INSERT, ...values, accountId, ...provenBy(proof))) === 1;
  return isBegun ? { sessionId, signedInAt: now } : null;
}

function* signInAgain(
  { proof }: SignedIn[0],
  { now, expiresAt }: SignedIn[1],
  browser: string | null,
  { sessionId, accountId, signedInAt }: SessionTokenContent,
): Unit<BegunSession | null> {
  const values = [browser, now, expiresAt, now, now, ...vouchedValues(proof, now)];
  const token = [sessionId, accountId, signedInAt, now];
  const row = yield* get<{ signedInAt: number }>(SIGN_IN_AGAIN, ...values, ...token, ...provenBy(proof));
  return row === undefined ? null : { sessionId, signedInAt: Number(row.signedInAt) };
}

const provenBy = (proof: SignInProof) => ('issuer' in proof ? [proof.issuer, null] : [null, proof.passwordHash]);

const vouchedValues = (proof: SignInProof, now: number) =>
  'issuer' in proof ? [proof.authTime, proof.acr, proof.sidHash, now] : [null, null, null, null];

function* endSession(
  { sessionId, accountId }: { sessionId: string; accountId: string },
  now: number,
  address: string | null,
): Unit<void> {
  if (yield* revokeSession(sessionId, now)) yield* recordEvent({ at: now, kind: 'sign_in.ended', accountId, address });
}
