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

const SELECT_UNCHANGED =
  'SELECT 1 FROM accounts WHERE id = ? AND password_hash IS NOT DISTINCT FROM ? AND closed_at IS NULL';
const RENAME = 'UPDATE accounts SET name = ? WHERE id = ?';
const SET_PASSWORD = 'UPDATE accounts SET password_hash = ? WHERE id = ?';
const CLOSE = `UPDATE accounts SET closed_at = ?, email = NULL, email_key = NULL, name = NULL, password_hash = NULL,
  issuer = NULL, subject = NULL WHERE id = ?`;

const ADD_DEVELOPER =
  'UPDATE accounts SET developer_since = ? WHERE id = ? AND developer_since IS NULL AND closed_at IS NULL';
const REMOVE_DEVELOPER =
  'UPDATE accounts SET developer_since = NULL WHERE id = ? AND developer_since IS NOT NULL AND closed_at IS NULL';

export interface ProvenAccount {
  id: string;
  /** The one that verified the caller's password; `null` for an account of a trusted issuer. */
  passwordHash: string | null;
}

export interface AccountChange {
  name?: string | undefined;
  passwordHash?: string | undefined;
  endGrants?: boolean | undefined;
}

/** `keep` is the sign-in session that stays. */
interface ChangedBy extends Pick<RevokedBy, 'address'> {
  keep: string | null;
}

/** Methods return `false` if the account's password changed, or it closed, while the caller's password was verified. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new password revokes the other sessions, and with `endGrants` the grants. */
  async change(account: ProvenAccount, change: AccountChange, by: ChangedBy): Promise<boolean> {
    const now = this.clock.now();
    const pending = await this.units.write(() => changeAccount(account, change, by, now));
    if (pending !== null) await completeRevocations(this.units, this.clock, pending);
    return pending !== null;
  }

  /** For `DEVELOPERS=invited`. @returns `false` if the account is a developer already. */
  addDeveloper(accountId: string): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(ADD_DEVELOPER, at, accountId)) === 0) return false;
      yield* recordEvent({ at, kind: 'developer.added', accountId });
      return true;
    });
  }

  /** The account keeps its applications. @returns `false` if it was no developer. */
  removeDeveloper(accountId: string): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(REMOVE_DEVELOPER, accountId)) === 0) return false;
      yield* recordEvent({ at, kind: 'developer.removed', accountId });
      return true;
    });
  }

  /** Revokes the account's sessions, grants and applications; erases its e-mail and name. */
  async close(account: ProvenAccount, address: string | null): Promise<boolean> {
    const at = this.clock.now();
    const pending = await this.units.write(() => closeAccount(account, { at, address }));
    if (pending !== null) await completeRevocations(this.units, this.clock, pending);
    return pending !== null;
  }
}

/** @returns the pending revocations; `null` if nothing was done. */
function* changeAccount(
  { id: accountId, passwordHash }: ProvenAccount,
  change: AccountChange,
  { keep, address }: ChangedBy,
  at: number,
): Unit<PendingRevocation[] | null> {
  if ((yield* get(SELECT_UNCHANGED, accountId, passwordHash)) === undefined) return null;
  if (change.name !== undefined) yield* run(RENAME, change.name, accountId);
  if (change.passwordHash !== undefined) {
    yield* run(SET_PASSWORD, change.passwordHash, accountId);
    yield* revokeSessions(accountId, keep, at);
  }
  const pending = change.endGrants ? yield* revokeGrantsOf(accountId, { at, address }) : [];
  yield* recordEvent({ at, kind: 'account.changed', accountId, address });
  return pending;
}

/** @returns the pending revocations; `null` if nothing was done. */
function* closeAccount(
  { id: accountId, passwordHash }: ProvenAccount,
  { at, address }: RevokedBy,
): Unit<PendingRevocation[] | null> {
  if ((yield* get(SELECT_UNCHANGED, accountId, passwordHash)) === undefined) return null;
  yield* run(CLOSE, at, accountId);
  yield* revokeSessionsOfClosed(accountId, at);
  const own: PendingRevocation = { kind: 'account', subject: accountId, at, address };
  yield* recordPendingRevocation(own);
  const applications = yield* revokeClients('developer', accountId, { at, address });
  yield* recordEvent({ at, kind: 'account.closed', accountId, address });
  return [own, ...applications];
}
