import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import type { Unit } from '../database/sql';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import type { Account } from './account.entity';
import { PasswordHasher } from './password-hasher';
import { type Attempt, SignInBrake } from './sign-in-brake';

/** Judges a password, behind the brake and the queue; a failure is an event. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly brake: SignInBrake,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param account whose password it should be; `null` where there is no such account.
   * @param failure as what a wrong one is told of.
   * @throws Problem 429 when the brake holds, before anything is hashed; OAuthError 503 when the queue is full.
   */
  async fits(
    account: Pick<Account, 'id' | 'passwordHash'> | null,
    password: string,
    attempt: Attempt,
    failure: 'sign_in.failed' | 'password.failed',
  ): Promise<boolean> {
    await this.brake.assertFree(attempt);
    const attempted = { isLast: false };
    const fits = await this.hasher.verify(account?.passwordHash ?? null, password, attempt, async () => {
      attempted.isLast = await this.brake.count(attempt);
    });
    if (fits) await this.brake.succeed(attempt);
    else await this.record(attempted.isLast ? [failure, 'sign_in.braked'] : [failure], account, attempt);
    return fits;
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
