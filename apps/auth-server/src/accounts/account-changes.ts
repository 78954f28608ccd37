import { Inject, Injectable } from '@nestjs/common';
import { revokeClientsOf } from '../clients/application.repository';
import { CLOCK, type Clock } from '../config/clock';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { endGrants } from '../grants/grant-endings';
import { endSessions } from '../sessions/session.repository';

const STANDS = 'SELECT 1 FROM accounts WHERE id = ? AND password_hash IS ? AND closed_at IS NULL';
const RENAME = 'UPDATE accounts SET name = ? WHERE id = ?';
const SET_PASSWORD = 'UPDATE accounts SET password_hash = ? WHERE id = ?';
const CLOSE = `UPDATE accounts SET closed_at = ?, email = NULL, email_key = NULL, name = NULL, password_hash = NULL,
  issuer = NULL, subject = NULL WHERE id = ?`;

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
}

/**
 * Changes that reach from an account into what hangs on it, each in one unit. Hashing takes its time: a password that
 * was changed meanwhile, or an account that was closed, is no proof any more, and `false` is the answer.
 */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new password ends the other sessions; `keep` names the one that stays. */
  change(
    { id: accountId, passwordHash }: ProvenAccount,
    change: AccountChange,
    by: { keep: string | null; address: string | null },
  ): Promise<boolean> {
    const now = this.clock.now();
    return this.units.write((sql): boolean => {
      if (sql.get(STANDS, accountId, passwordHash) === undefined) return false;
      if (change.name !== undefined) sql.run(RENAME, change.name, accountId);
      if (change.passwordHash !== undefined) {
        sql.run(SET_PASSWORD, change.passwordHash, accountId);
        endSessions(sql, accountId, by.keep, now);
      }
      recordEvent(sql, { at: now, kind: 'account.changed', accountId, address: by.address });
      return true;
    });
  }

  /** Closes an account: what it signed into, gave and registered ends with it; who it was is erased. */
  close({ id: accountId, passwordHash }: ProvenAccount, address: string | null): Promise<boolean> {
    const now = this.clock.now();
    return this.units.write((sql): boolean => {
      if (sql.get(STANDS, accountId, passwordHash) === undefined) return false;
      sql.run(CLOSE, now, accountId);
      endSessions(sql, accountId, null, now);
      endGrants(sql, 'account', accountId, { at: now, address });
      revokeClientsOf(sql, accountId, now, address);
      recordEvent(sql, { at: now, kind: 'account.closed', accountId, address });
      return true;
    });
  }
}
