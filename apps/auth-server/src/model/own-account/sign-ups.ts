import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Unit } from '../../platform/database/sql';
import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { Limits } from '../../platform/limits/limits';
import { Problem } from '../../platform/http/answers/problem';
import type { Account } from '../accounts/account.entity';
import { AccountRepository, emailKeyOf } from '../accounts/account.repository';
import { assertPasswords } from '../accounts/passwords/assert-passwords';
import { PasswordHasher } from '../accounts/passwords/password-hasher';
import { SENT_TWICE } from './sent-twice';
import { type SignUpAsker, SignUpCodes } from './sign-up-codes';

export interface SigningUp {
  email: string;
  password: string;
  name: string;
}

export interface SignedUp extends Pick<Account, 'id' | 'email' | 'name'> {
  /** For the browser, whose page takes the code of the mail; `null` where none is sent. */
  key: string | null;
}

/** Sign-up, for the API and for the page. */
@Injectable()
export class SignUps {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
    private readonly codes: SignUpCodes,
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Where mail is set, a taken email is answered like a new one, by an id that no account has: only its mailbox learns
   * of it.
   *
   * @returns `null` if the email is taken and mail is not set.
   * @throws Problem 403 where sign-up is closed, 429; OAuthError 503.
   */
  async signUp({ email, password, name }: SigningUp, by: SignUpAsker): Promise<SignedUp | null> {
    assertPasswords(this.settings);
    const { signUpOpen, mail } = this.settings;
    const { address } = by;
    if (!signUpOpen) throw new Problem(403, 'sign-up is closed here; ask the operator for an account');
    await this.limits.consume('sign_ups', { address });
    if (mail === null && (await this.accounts.findByEmail(email)) !== null) return null;
    const passwordHash = await this.hasher.hash(password, { name, emailKey: emailKeyOf(email), address });
    const account = await this.accounts.create({ email, name, passwordHash }, address);
    if (account === null && mail === null) return null;
    const shown = account ?? { id: timeOrderedId(this.clock.now()), email, name };
    // Without a mail server the sign-up sends no mail: the person asks for one on the page of the account.
    if (mail === null) return { ...shown, key: null };
    const key =
      account === null
        ? await this.repeat({ email, password }, by)
        : await this.codes.begin('verify', { id: account.id, email }, email, by);
    return { ...shown, key };
  }

  /** Waits for as many writes as a new account. The mail goes to the email as its account has it. @returns the browser's key. */
  private async repeat({ email, password }: Omit<SigningUp, 'name'>, by: SignUpAsker): Promise<string> {
    const holder = await this.accounts.findByEmail(email);
    const facts = { at: this.clock.now(), kind: 'sign_up.repeated', accountId: holder?.id ?? null } as const;
    await this.units.write(function* (): Unit<void> {
      yield* recordEvent({ ...facts, address: by.address });
    });
    const { id = '', email: to } = holder ?? {};
    const isOwn = holder !== null && (await this.isSentTwice(holder, password, by));
    return this.codes.begin(isOwn ? 'verify' : 'taken', { id, email: to ?? email }, isOwn ? (to ?? email) : email, by);
  }

  /** Whether the same form made the account, by a double click: the code of the page that stays must be right. */
  private async isSentTwice(holder: Account, password: string, { address }: SignUpAsker): Promise<boolean> {
    const { passwordHash, createdAt, emailVerifiedAt, emailKey } = holder;
    if (createdAt < this.clock.now() - SENT_TWICE || emailVerifiedAt !== null || emailKey === null) return false;
    return (await this.hasher.verify(passwordHash, password, { emailKey, address }, async () => {})).fits;
  }
}
