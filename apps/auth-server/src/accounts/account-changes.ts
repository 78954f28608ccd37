import { Inject, Injectable } from '@nestjs/common';
import { revokeClientsOf } from '../clients/application.repository';
import { CLOCK, type Clock } from '../config/clock';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { endGrants } from '../grants/grant-endings';
import { endSessions } from '../sessions/session.repository';

const RENAME = 'UPDATE accounts SET name = ? WHERE id = ?';
const SET_PASSWORD = 'UPDATE accounts SET password_hash = ? WHERE id = ?';
const CLOSE = `UPDATE accounts SET closed_at = ?, email = NULL, email_key = NULL, name = NULL, password_hash = NULL,
  issuer = NULL, subject = NULL WHERE id = ? AND closed_at IS NULL`;

/** What is to change. */
export interface AccountChange {
  name?: string | undefined;
  passwordHash?: string | undefined;
}

/** Changes that reach from an account into what hangs on it, each in one unit. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A new password ends the other sessions; `keep` names the one that stays. */
  change(accountId: string, change: AccountChange, by: { keep: string | null; address: string | null }): Promise<void> {
    const now = this.clock.now();
    return this.units.write((sql) => {
      if (change.name !== undefined) sql.run(RENAME, change.name, accountId);
      if (change.passwordHash !== undefined) {
        sql.run(SET_PASSWORD, change.passwordHash, accountId);
        endSessions(sql, accountId, by.keep, now);
      }
      recordEvent(sql, { at: now, kind: 'account.changed', accountId, address: by.address });
    });
  }

  /** Closes an account: what it signed into, gave and registered ends with it; who it was is erased. */
  close(accountId: string, address: string | null): Promise<void> {
    const now = this.clock.now();
    return this.units.write((sql) => {
      if (sql.run(CLOSE, now, accountId) === 0) return;
      endSessions(sql, accountId, null, now);
      endGrants(sql, 'account', accountId, now);
      revokeClientsOf(sql, accountId, now);
      recordEvent(sql, { at: now, kind: 'account.closed', accountId, address });
    });
  }
}
