import { Inject, Injectable } from '@nestjs/common';
import { AccountChanges } from '../../model/own-account/account-changes';
import type { MailAsker } from '../../model/accounts/mails/account-mails';
import { EmailChanges } from '../../model/own-account/email-changes';
import { OwnAccount } from '../../model/own-account/own-account';
import { AccountNotices, noticeCause } from '../../model/notices/account-notices';
import { PasswordHasher } from '../../model/accounts/passwords/password-hasher';
import { LONGEST_TYPED, isOfItsAccount } from '../../model/accounts/passwords/password-rules';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { AccountEvents } from '../../platform/events/account-events';
import { Problem } from '../../platform/http/answers/problem';
import { isName } from '../../protocol/text/showable-text';
import type { Caller } from '../../model/sessions/caller';
import { SENT_TWICE } from '../../model/own-account/sent-twice';
import type { Refusal } from '../rendering/refusal';
import { isNewEmail, isPassword } from '../rendering/typed';
import type { ChangedPart } from './change-page';

type Proven = Awaited<ReturnType<OwnAccount['prove']>>;

/** Events of an account that a second click can find behind its first. */
const NEWEST = 10;

type FormSender = MailAsker & { userAgent: string | undefined };

interface Typed {
  value: string;
  password: string;
}

const FITS: Record<ChangedPart, (value: string) => boolean> = {
  name: (value) => value.length >= 1 && value.length <= 200 && isName(value),
  email: isNewEmail,
  password: isPassword,
  close: () => true,
};

const WRONG_PASSWORD: Refusal = { status: 403, wrong: { current_password: 'wrong' } };

const wrongValue = (part: ChangedPart): Refusal => ({ status: 400, wrong: { [part]: 'wrong' } });

const knownOf = ({ id, name, emailKey }: Proven) => ({ name, emailKey: emailKey ?? id });

/** What the forms of the account's page do. */
@Injectable()
export class AccountForms {
  constructor(
    private readonly own: OwnAccount,
    private readonly changes: AccountChanges,
    private readonly emails: EmailChanges,
    private readonly hasher: PasswordHasher,
    private readonly notices: AccountNotices,
    private readonly events: AccountEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns `null` where it is done. @throws Problem 429; OAuthError 503. */
  async carryOut(part: ChangedPart, typed: Typed, caller: Caller, by: FormSender): Promise<Refusal | null> {
    if (!FITS[part](typed.value)) return wrongValue(part);
    const refusal = await this.tryTo(part, typed, caller, by);
    const isSet = part === 'password' && refusal !== null && (await this.wasJustSet(typed.value, caller, by.address));
    return isSet ? null : refusal;
  }

  private async tryTo(part: ChangedPart, typed: Typed, caller: Caller, by: FormSender): Promise<Refusal | null> {
    const account = await this.prove(caller, typed.password, by.address);
    if (account === null) return WRONG_PASSWORD;
    if (part === 'password' && isOfItsAccount(typed.value, knownOf(account))) return wrongValue(part);
    if (part === 'email') {
      await this.emails.askChange(account, typed.value, by);
      return null;
    }
    const isDone =
      part === 'close'
        ? await this.changes.close(account, { address: by.address })
        : await this.change(part, typed.value, account, { keep: caller.sessionId, address: by.address });
    if (isDone && part === 'password') this.notices.passwordChanged(account.id, noticeCause(by));
    return isDone ? null : WRONG_PASSWORD;
  }

  private async change(
    part: 'name' | 'password',
    value: string,
    account: Proven,
    by: { keep: string | null; address: string },
  ): Promise<boolean> {
    if (part === 'name') return this.changes.change(account, { name: value }, by);
    const hashing = { ...knownOf(account), address: by.address };
    return this.changes.change(account, { passwordHash: await this.hasher.hash(value, hashing) }, by);
  }

  /** Whether the same form set it before: the password that it replaced is not the current one any more. */
  private async wasJustSet(password: string, caller: Caller, address: string): Promise<boolean> {
    const since = this.clock.now() - SENT_TWICE;
    const newest = await this.events.listOf(caller.account.id, null, NEWEST);
    if (!newest.some(({ kind, at }) => kind === 'account.changed' && at >= since)) return false;
    return (await this.prove(caller, password, address)) !== null;
  }

  /** @returns `null` for a wrong password, and where the account has closed meanwhile. */
  private async prove(caller: Caller, password: string, address: string): Promise<Proven | null> {
    try {
      return await this.own.prove(caller, password.slice(0, LONGEST_TYPED + 1), address);
    } catch (error) {
      if (error instanceof Problem && [401, 403].includes(error.status)) return null;
      throw error;
    }
  }
}
