import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import type { Unit } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { AccountMails, type MailAsker } from '../accounts/mails/account-mails';
import type { Account } from '../accounts/account.entity';
import { AccountRepository, emailKeyOf } from '../accounts/account.repository';
import { assertKeptHere } from '../accounts/kept-here';

/** Mails that prove an address, asked for by the signed-in account. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly mails: AccountMails,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Mails the link of the verification again. @returns `false` where there is nothing to verify. @throws Problem 429. */
  async askVerification(accountId: string, by: MailAsker): Promise<boolean> {
    const account = await this.accounts.findOpen(accountId);
    if (account === null || account.email === null || account.emailKey === null || account.emailVerifiedAt !== null)
      return false;
    const { email } = account;
    await this.mails.assertFree(email, by);
    this.mails.later(() => this.mails.withToken('verify', account, email, by));
    return true;
  }

  /**
   * Asks the new address for a proof, and tells the old one. Whether another account has the new one, its mailbox alone
   * learns.
   *
   * @param account whose password was verified.
   * @throws Problem 429; 400 for an account of a trusted issuer.
   */
  async askChange(account: Account, email: string, by: MailAsker): Promise<void> {
    await this.mails.assertFree(email, by);
    const facts = { at: this.clock.now(), kind: 'email.change_asked', accountId: account.id } as const;
    await this.units.write(function* (): Unit<void> {
      yield* assertKeptHere('email', account.id);
      yield* recordEvent({ ...facts, address: by.address });
    });
    this.mails.later(async () => {
      const holder = await this.accounts.findByEmail(email);
      const isFree = holder === null || holder.id === account.id;
      return isFree ? this.mails.withToken('change', account, email, by) : this.mails.taken(holder.email ?? email, by);
    });
    const old = account.email;
    if (old !== null && emailKeyOf(old) !== emailKeyOf(email))
      this.mails.later(async () => this.mails.changeAsked(old, email, by));
  }
}
