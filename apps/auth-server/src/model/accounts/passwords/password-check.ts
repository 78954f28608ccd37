import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { type Unit, run } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import { recordEvent } from '../../../platform/events/events';
import type { Account } from '../account.entity';
import { PasswordHasher } from './password-hasher';
import { type Attempt, PasswordLimits } from './password-limits';

const RENEW = 'UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?';

/** Verifies passwords within the sign-in limits, and records failures as events. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limits: PasswordLimits,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param account its `passwordHash` is what is stored then; `null` takes as long, so that the time tells nothing.
   * @param failure the event for a wrong password.
   * @throws Problem 429 if a limit is reached, before anything is hashed; OAuthError 503 if the queue is full.
   */
  async fits(
    account: Pick<Account, 'id' | 'passwordHash'> | null,
    password: string,
    attempt: Attempt,
    failure: 'sign_in.failed' | 'password.failed',
  ): Promise<boolean> {
    await this.limits.assertFree(attempt);
    const attempted = { isLast: false };
    const verified = await this.hasher.verify(account?.passwordHash ?? null, password, attempt, async () => {
      attempted.isLast = await this.limits.count(attempt);
    });
    if (!verified.fits) await this.record(attempted.isLast ? [failure, 'sign_in.braked'] : [failure], account, attempt);
    else await this.limits.succeed(attempt);
    if (verified.fits && verified.renewed !== null && account !== null) await this.renew(account, verified.renewed);
    return verified.fits;
  }

  /** Unless the password was changed meanwhile. */
  private async renew(account: Pick<Account, 'id' | 'passwordHash'>, renewed: string): Promise<void> {
    const { id, passwordHash } = account;
    if ((await this.units.write(() => run(RENEW, renewed, id, passwordHash))) > 0) account.passwordHash = renewed;
  }

  private record(
    kinds: readonly ('sign_in.failed' | 'password.failed' | 'sign_in.braked')[],
    account: Pick<Account, 'id'> | null,
    { address }: Attempt,
  ): Promise<void> {
    const facts = { at: this.clock.now(), accountId: account?.id ?? null, address };
    return this.units.write(function* (): Unit<void> {
      for (const kind of kinds) yield* recordEvent({ ...facts, kind });
    });
  }
}
