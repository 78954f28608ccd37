import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { Problem, invalidFields } from '../../platform/http/answers/problem';
import { BEARER_CHALLENGE, type Caller } from '../sessions/caller';
import { isRecent, signInTooOld } from '../sessions/recent-sign-in';
import type { Account } from '../accounts/account.entity';
import { AccountRepository } from '../accounts/account.repository';
import { PasswordCheck } from '../accounts/passwords/password-check';

/** The account of the caller, for what a stolen session must not suffice for. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordCheck,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * An account of another issuer has no password to verify: its session must be of a recent sign-in.
   *
   * @throws Problem 400 without a password, 401 if the account closed or the sign-in is old, 403 for a wrong password,
   *   429 after too many.
   */
  async prove(caller: Caller, password: string | undefined, address: string): Promise<Account> {
    const own = await this.accounts.findOpen(caller.account.id);
    if (own === null)
      throw new Problem(401, 'the account is closed', { headers: { 'www-authenticate': BEARER_CHALLENGE } });
    if (caller.isVouched && !isRecent(caller, this.clock.now())) throw signInTooOld('this');
    if (own.issuer !== null || own.passwordHash === null || own.emailKey === null) return own;
    if (password === undefined) throw invalidFields([{ field: 'current_password', detail: 'is missing' }]);
    const attempt = { emailKey: own.emailKey, address };
    if (!(await this.passwords.fits(own, password, attempt, 'password.failed'))) throw wrongPassword();
    return own;
  }
}

export const wrongPassword = () =>
  new Problem(403, 'the current password is wrong', { errors: [{ field: 'current_password', detail: 'is wrong' }] });
