import { Inject, Injectable } from '@nestjs/common';
import { endAccount } from '../../endings/account-closing';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type Actor, recordEvent } from '../../platform/events/events';
import { type RevokedBy, revokeGrantsOf } from '../../endings/grant-revocation';
import type { PendingRevocation } from '../../endings/pending-revocation.entity';
import { completeRevocations } from '../../endings/pending-revocations';
import { coverHolder } from '../../endings/covering';
import { revokeSessions } from '../../endings/session-revocation';
import { assertNotLastAdmin } from '../accounts/account-roles';
import { assertKeptHere } from '../accounts/kept-here';
import { voidMailedTokens } from '../accounts/mails/mailed-tokens';

const SELECT_UNCHANGED =
  'SELECT 1 FROM accounts WHERE id = ? AND password_hash IS NOT DISTINCT FROM ? AND closed_at IS NULL';
const SELECT_OPEN = 'SELECT 1 FROM accounts WHERE id = ? AND closed_at IS NULL';
const RENAME = 'UPDATE accounts SET name = ? WHERE id = ?';
const SET_PASSWORD = 'UPDATE accounts SET password_hash = ? WHERE id = ?';

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

  /**
   * A new password revokes the other sessions, and with `endGrants` the grants.
   *
   * @throws Problem 400 for a password of an account of a trusted issuer.
   */
  async change(account: ProvenAccount, change: AccountChange, by: ChangedBy): Promise<boolean> {
    const now = this.clock.now();
    const pending = await this.units.write(() => changeAccount(account, change, by, now));
    if (pending !== null) await completeRevocations(this.units, this.clock, pending);
    return pending !== null;
  }

  /**
   * What its access tokens say of the account is not so any more: those issued until now are refused.
   *
   * @returns `false` if there is no such account.
   */
  changeClaims(accountId: string, address: string | null): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* get(SELECT_OPEN, accountId)) === undefined) return false;
      yield* coverHolder(accountId, at);
      yield* recordEvent({ at, kind: 'account.claims_changed', accountId, address });
      return true;
    });
  }

  /**
   * Revokes the account's sessions, grants and applications; erases its email and name.
   *
   * @throws Problem 409 for the last administrator.
   */
  async close(account: ProvenAccount, by: Actor): Promise<boolean> {
    const at = this.clock.now();
    const pending = await this.units.write(() => closeAccount(account, at, by));
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
    yield* assertKeptHere('password', accountId);
    yield* run(SET_PASSWORD, change.passwordHash, accountId);
    yield* revokeSessions(accountId, keep, at);
    yield* voidMailedTokens(accountId);
  }
  const pending = change.endGrants ? yield* revokeGrantsOf(accountId, { at, address }) : [];
  yield* recordEvent({ at, kind: 'account.changed', accountId, address });
  return pending;
}

/** @returns the pending revocations; `null` if nothing was done. */
function* closeAccount(
  { id: accountId, passwordHash }: ProvenAccount,
  at: number,
  by: Actor,
): Unit<PendingRevocation[] | null> {
  if ((yield* get(SELECT_UNCHANGED, accountId, passwordHash)) === undefined) return null;
  yield* assertNotLastAdmin(accountId);
  yield* voidMailedTokens(accountId);
  return yield* endAccount(accountId, at, by);
}
