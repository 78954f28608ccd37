import { Inject, Injectable } from '@nestjs/common';
import { revokeClients } from '../clients/client-revocation';
import { CLOCK, type Clock } from '../config/clock';
import { type Unit, get, run } from '../database/sql';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { type RevokedBy, revokeGrantsOf, recordPendingRevocation } from '../grants/grant-revocation';
import type { PendingRevocation } from '../grants/pending-revocation.entity';
import { completeRevocations } from '../grants/pending-revocations';
import { revokeSessionsOfClosed, revokeSessions } from '../sessions/session-revocation';

const STANDS = 'SELECT 1 FROM accounts WHERE id = ? AND password_hash IS NOT DISTINCT FROM ? AND closed_at IS NULL';
const RENAME = 'UPDATE accounts SET name = ? WHERE id = ?';
const SET_PASSWORD = 'UPDATE accounts SET password_hash = ? WHERE id = ?';
const CLOSE = `UPDATE accounts SET closed_at = ?, email = NULL, email_key = NULL, name = NULL, password_hash = NULL,
  issuer = NULL, subject = NULL WHERE id = ?`;

const ADD_DEVELOPER =
  'UPDATE accounts SET developer_since = ? WHERE id = ? AND developer_since IS NULL AND closed_at IS NULL';
const REMOVE_DEVELOPER =
  'UPDATE accounts SET developer_since = NULL WHERE id = ? AND developer_since IS NOT NULL AND closed_at IS NULL';

/** An account, and the password by which the caller proved to be its owner. */
export interface ProvenAccount {
  id: string;
  /** `null` where none is kept here. */
  passwordHash: string | null;
}

/** What is to change. */
export interface AccountChange {
  name?: string | undefined;
  passwordHash?: string | undefined;
  /** Whether all that the account granted ends as well. */
  endGrants?: boolean | undefined;
}

/** The caller that changes an account: `keep` names the sign-in session that stays. */
interface ChangedBy extends Pick<RevokedBy, 'address'> {
  keep: string | null;
}

/**
 * Changes that reach from an account into what hangs on it. Hashing takes its time: a password that was changed
 * meanwhile, or an account that was closed, is no proof any more, and `false` is the answer.
 */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new password ends the other sessions, and grants only where that is asked for. */
  async change(account: ProvenAccount, change: AccountChange, by: ChangedBy): Promise<boolean> {
    const now = this.clock.now();
    const left = await this.units.write(() => changing(account, change, by, now));
    if (left !== null) await completeRevocations(this.units, this.clock, left);
    return left !== null;
  }

  /** Lets an account register applications where `DEVELOPERS` is `invited`. @returns `false` if it may already. */
  addDeveloper(accountId: string): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(ADD_DEVELOPER, at, accountId)) === 0) return false;
      yield* recordEvent({ at, kind: 'developer.added', accountId });
      return true;
    });
  }

  /** The applications stay: their developer goes on with them. @returns `false` if the account had no such role. */
  removeDeveloper(accountId: string): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(REMOVE_DEVELOPER, accountId)) === 0) return false;
      yield* recordEvent({ at, kind: 'developer.removed', accountId });
      return true;
    });
  }

  /** Closes an account: what it signed into, gave and registered ends with it; who it was is erased. */
  async close(account: ProvenAccount, address: string | null): Promise<boolean> {
    const at = this.clock.now();
    const left = await this.units.write(() => closing(account, { at, address }));
    if (left !== null) await completeRevocations(this.units, this.clock, left);
    return left !== null;
  }
}

/** @returns what is left to be ended; `null` where nothing was done. */
function* changing(
  { id: accountId, passwordHash }: ProvenAccount,
  change: AccountChange,
  { keep, address }: ChangedBy,
  at: number,
): Unit<PendingRevocation[] | null> {
  if ((yield* get(STANDS, accountId, passwordHash)) === undefined) return null;
  if (change.name !== undefined) yield* run(RENAME, change.name, accountId);
  if (change.passwordHash !== undefined) {
    yield* run(SET_PASSWORD, change.passwordHash, accountId);
    yield* revokeSessions(accountId, keep, at);
  }
  const left = change.endGrants ? yield* revokeGrantsOf(accountId, { at, address }) : [];
  yield* recordEvent({ at, kind: 'account.changed', accountId, address });
  return left;
}

/** @returns what is left to be ended; `null` where nothing was done. */
function* closing(
  { id: accountId, passwordHash }: ProvenAccount,
  { at, address }: RevokedBy,
): Unit<PendingRevocation[] | null> {
  if ((yield* get(STANDS, accountId, passwordHash)) === undefined) return null;
  yield* run(CLOSE, at, accountId);
  yield* revokeSessionsOfClosed(accountId, at);
  const own: PendingRevocation = { kind: 'account', subject: accountId, at, address };
  yield* recordPendingRevocation(own);
  const applications = yield* revokeClients('developer', accountId, { at, address });
  yield* recordEvent({ at, kind: 'account.closed', accountId, address });
  return [own, ...applications];
}
