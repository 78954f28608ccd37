import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { type Unit, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type Actor, recordEvent } from '../../platform/events/events';
import { revokeGrantsOf } from '../../endings/grant-revocation';
import type { PendingRevocation } from '../../endings/pending-revocation.entity';
import { completeRevocations } from '../../endings/pending-revocations';
import { revokeSessions } from '../../endings/session-revocation';
import { assertNotLastAdmin } from './account-roles';
import { voidMailedTokens } from './mails/mailed-tokens';

const DISABLE = 'UPDATE accounts SET disabled_at = ? WHERE id = ? AND disabled_at IS NULL AND closed_at IS NULL';
const ENABLE = 'UPDATE accounts SET disabled_at = NULL WHERE id = ? AND disabled_at IS NOT NULL AND closed_at IS NULL';

/** Switches accounts off, and on again (ADR 58). Its applications stay. */
@Injectable()
export class AccountSwitch {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends the sessions and grants; sign-ins are refused until {@link enable}.
   *
   * @returns `false` if it is off already.
   * @throws Problem 409 for the last administrator, unless `evenLastAdmin`.
   */
  async disable(accountId: string, by: Actor, { evenLastAdmin = false } = {}): Promise<boolean> {
    const at = this.clock.now();
    const pending = await this.units.write(function* (): Unit<PendingRevocation[] | null> {
      if (!evenLastAdmin) yield* assertNotLastAdmin(accountId);
      return yield* disableAccount(accountId, at, by);
    });
    if (pending !== null) await completeRevocations(this.units, this.clock, pending);
    return pending !== null;
  }

  /** The account signs in again; what ended stays ended. @returns `false` if it is on already. */
  enable(accountId: string, by: Actor): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(ENABLE, accountId)) === 0) return false;
      yield* recordEvent({ ...by, at, kind: 'account.enabled', accountId });
      return true;
    });
  }
}

/** @returns the pending revocations; `null` if nothing was done. */
function* disableAccount(accountId: string, at: number, by: Actor): Unit<PendingRevocation[] | null> {
  if ((yield* run(DISABLE, at, accountId)) === 0) return null;
  yield* voidMailedTokens(accountId);
  yield* revokeSessions(accountId, null, at);
  // The account reads these events: the address is the administrator's.
  const pending = yield* revokeGrantsOf(accountId, { at, address: null });
  yield* recordEvent({ ...by, at, kind: 'account.disabled', accountId });
  return pending;
}
