import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Unit } from '../../platform/database/sql';
import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { Limits } from '../../platform/limits/limits';
import { Problem } from '../../platform/http/answers/problem';
import { AccountMails, type MailAsker } from '../accounts/mails/account-mails';
import type { Account } from '../accounts/account.entity';
import { AccountRepository, emailKeyOf } from '../accounts/account.repository';
import { assertPasswords } from '../accounts/passwords/assert-passwords';
import { PasswordHasher } from '../accounts/passwords/password-hasher';

export interface SigningUp {
  email: string;
  password: string;
  name: string;
}

/** Sign-up, for the API and for the page. */
@Injectable()
export class SignUps {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
    private readonly mails: AccountMails,
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Where mail is set, a taken e-mail is answered like a new one, by an id that no account has: only its mailbox learns
   * of it.
   *
   * @returns `null` if the e-mail is taken and mail is not set.
   * @throws Problem 403 where sign-up is closed, 429; OAuthError 503.
   */
  async signUp(
    { email, password, name }: SigningUp,
    by: MailAsker,
  ): Promise<Pick<Account, 'id' | 'email' | 'name'> | null> {
    assertPasswords(this.settings);
    const { signUpOpen, mail } = this.settings;
    const { address } = by;
    if (!signUpOpen) throw new Problem(403, 'sign-up is closed here; ask the operator for an account');
    await this.limits.consume('sign_ups', { address });
    if (mail === null && (await this.accounts.findByEmail(email)) !== null) return null;
    const passwordHash = await this.hasher.hash(password, { name, emailKey: emailKeyOf(email), address });
    const account = await this.accounts.create({ email, name, passwordHash }, address);
    if (account === null && mail === null) return null;
    // Waits for as many writes as a new account.
    const mailTo = account === null ? await this.recordRepeated(email, address) : email;
    // Without a mail server the sign-up sends no mail: the person asks for one on the page of the account.
    if (mail !== null) this.mails.later(() => this.write(account, mailTo, by));
    return account ?? { id: timeOrderedId(this.clock.now()), email, name };
  }

  /** A mailbox must not be flooded by sign-ups: beyond the limit of mails nothing is sent. */
  private async write(account: Account | null, to: string, by: MailAsker) {
    try {
      await this.mails.assertFree(to, by);
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
    return account === null ? this.mails.taken(to, by) : this.mails.withToken('verify', account, to, by);
  }

  /** @returns the e-mail as its account has it: mail servers may tell cases apart. */
  private async recordRepeated(email: string, address: string): Promise<string> {
    const holder = await this.accounts.findByEmail(email);
    const facts = { at: this.clock.now(), kind: 'sign_up.repeated', accountId: holder?.id ?? null } as const;
    await this.units.write(function* (): Unit<void> {
      yield* recordEvent({ ...facts, address });
    });
    return holder?.email ?? email;
  }
}
