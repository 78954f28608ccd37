import { Injectable } from '@nestjs/common';
import { Problem, invalidFields } from '../../platform/http/answers/problem';
import { BEARER_CHALLENGE, type Caller } from '../sessions/caller';
import type { Account } from '../accounts/account.entity';
import { AccountRepository } from '../accounts/account.repository';
import { PasswordCheck } from '../accounts/passwords/password-check';

/** The account of the caller, for what a stolen session must not suffice for. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordCheck,
  ) {}

  /**
   * A trusted issuer's account has no password to verify.
   *
   * @throws Problem 400 without a password, 401 if the account closed, 403 for a wrong password, 429 after too many.
   */
  async prove({ account }: Caller, password: string | undefined, address: string): Promise<Account> {
    const own = await this.accounts.findOpen(account.id);
    if (own === null)
      throw new Problem(401, 'the account is closed', { headers: { 'www-authenticate': BEARER_CHALLENGE } });
    if (own.issuer !== null || own.passwordHash === null || own.emailKey === null) return own;
    if (password === undefined) throw invalidFields([{ field: 'current_password', detail: 'is missing' }]);
    const attempt = { emailKey: own.emailKey, address };
    if (!(await this.passwords.fits(own, password, attempt, 'password.failed'))) throw wrongPassword();
    return own;
  }
}

export const wrongPassword = () =>
  new Problem(403, 'the current password is wrong', { errors: [{ field: 'current_password', detail: 'is wrong' }] });
