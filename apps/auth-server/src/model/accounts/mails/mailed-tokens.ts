import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { type Unit, get, run } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import { hashToken, randomToken } from '../../../protocol/token/opaque-secret';
import type { MailPurpose } from './mailed-token.entity';

/** Milliseconds. */
const LIFETIME = 30 * 60_000;

/** Trusted issuers keep the emails and passwords of their accounts. */
const TAKES_MAIL = 'a.closed_at IS NULL AND a.issuer IS NULL';
const INSERT = `INSERT INTO mailed_tokens (hash, purpose, account_id, email, return_to, browser_hash, created_at, expires_at)
  SELECT ?, ?, a.id, ?, ?, ?, ?, ? FROM accounts a WHERE a.id = ? AND ${TAKES_MAIL}`;
const DELETE_OF_BROWSER = 'DELETE FROM mailed_tokens WHERE browser_hash = ?';
const DELETE_OLDER = 'DELETE FROM mailed_tokens WHERE account_id = ? AND purpose = ?';
const DELETE_ALL = 'DELETE FROM mailed_tokens WHERE account_id = ? AND hash <> ?';
const LIVING = 'hash = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?';
const SELECT = `SELECT t.hash, t.account_id AS id, t.email AS "mailedTo", t.return_to AS "returnTo", a.email, a.email_key AS "emailKey", a.name,
    a.password_hash AS "passwordHash", a.email_verified_at AS "emailVerifiedAt"
  FROM mailed_tokens t JOIN accounts a ON a.id = t.account_id WHERE ${LIVING} AND ${TAKES_MAIL}`;
const SELECT_SPENT = `SELECT t.account_id AS id, t.email AS "mailedTo", t.return_to AS "returnTo", a.email
  FROM mailed_tokens t JOIN accounts a ON a.id = t.account_id
  WHERE t.hash = ? AND t.purpose = ? AND t.used_at IS NOT NULL AND t.expires_at > ? AND a.closed_at IS NULL`;
/** Both kinds of sign-ups, with what their page and their code need. */
const SELECT_SIGN_UP = `SELECT t.hash, t.purpose, t.account_id AS id, t.email AS "mailedTo", t.return_to AS "returnTo",
    t.tries, t.created_at AS "createdAt", t.used_at AS "usedAt", a.email, a.email_key AS "emailKey", a.name,
    a.password_hash AS "passwordHash", a.email_verified_at AS "emailVerifiedAt"
  FROM mailed_tokens t JOIN accounts a ON a.id = t.account_id
  WHERE t.browser_hash = ? AND t.expires_at > ? AND ${TAKES_MAIL}`;
const COUNT_TRY = `UPDATE mailed_tokens SET tries = tries + 1
  WHERE hash = ? AND tries < ? AND created_at > ? AND used_at IS NULL`;
/** A token that proves another address than the account has by now proves nothing. */
const SPEND = `UPDATE mailed_tokens SET used_at = ? WHERE ${LIVING} AND EXISTS (SELECT 1 FROM accounts a
    WHERE a.id = mailed_tokens.account_id AND ${TAKES_MAIL}
      AND (mailed_tokens.purpose = 'change' OR a.email = mailed_tokens.email))`;

/** A living token, with its account. */
export interface FoundMailedToken {
  hash: string;
  /** The account's. */
  id: string;
  /** The address that the token proves. */
  mailedTo: string;
  /** Where the person was going when the mail was asked for. */
  returnTo: string | null;
  /** The account's present one. */
  email: string;
  emailKey: string;
  name: string | null;
  passwordHash: string | null;
  emailVerifiedAt: number | null;
}

/** The token of a sign-up, in the mail with its code. */
export interface SignUpToken extends FoundMailedToken {
  purpose: 'verify' | 'taken';
  tries: number;
  createdAt: number;
  usedAt: number | null;
}

/** One that has done its work. */
export type SpentMailedToken = Pick<FoundMailedToken, 'id' | 'mailedTo' | 'returnTo' | 'email'>;

/** Single-use tokens that people get by mail; only their hashes are kept. */
@Injectable()
export class MailedTokens {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Replaces the account's older token for the purpose; one of a sign-up with a taken email replaces that of its browser.
   *
   * @returns `null` if the account has closed, or is a trusted issuer's.
   */
  async issue(
    purpose: MailPurpose,
    account: { id: string },
    { to, returnTo, browserHash = null }: { to: string; returnTo: string | null; browserHash?: string | null },
  ): Promise<string | null> {
    const [token, now] = [randomToken(), this.clock.now()];
    const values = [hashToken(token), purpose, to, returnTo, browserHash, now, now + LIFETIME];
    const isIssued = await this.units.write(function* (): Unit<boolean> {
      if (purpose === 'taken') yield* run(DELETE_OF_BROWSER, browserHash);
      else yield* run(DELETE_OLDER, account.id, purpose);
      return (yield* run(INSERT, ...values, account.id)) === 1;
    });
    return isIssued ? token : null;
  }

  /** @returns `null` for one that did nothing, or is forgotten. */
  async findSpent(purpose: MailPurpose, token: string): Promise<SpentMailedToken | null> {
    return (await this.units.get<SpentMailedToken>(SELECT_SPENT, hashToken(token), purpose, this.clock.now())) ?? null;
  }

  /** Spends nothing. @returns `null` for one that is unknown, over, spent, or for another purpose. */
  async find(purpose: MailPurpose, token: string): Promise<FoundMailedToken | null> {
    return (await this.units.get<FoundMailedToken>(SELECT, hashToken(token), purpose, this.clock.now())) ?? null;
  }
}

/** @returns `undefined` for one that is over, or whose account has closed. */
export const findSignUpToken = (browserHash: string, now: number): Unit<SignUpToken | undefined> =>
  get<SignUpToken>(SELECT_SIGN_UP, browserHash, now);

/** The database alone counts. @returns `false` where the code has had its tries, its time or its use. */
export function* countTry(hash: string, { most, since }: { most: number; since: number }): Unit<boolean> {
  return (yield* run(COUNT_TRY, hash, most, since)) === 1;
}

/** The database alone judges the single use. @returns `false` if another was first, or the account has changed since. */
export function* spendMailedToken(hash: string, purpose: MailPurpose, now: number): Unit<boolean> {
  return (yield* run(SPEND, now, hash, purpose, now)) === 1;
}

/** Voids what was mailed before, in the unit that sets a password, changes the email or closes the account. */
export function* voidMailedTokens(accountId: string, exceptHash = ''): Unit<void> {
  yield* run(DELETE_ALL, accountId, exceptHash);
}
