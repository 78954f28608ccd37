import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { type Unit, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type Actor, recordEvent } from '../../platform/events/events';
import { revokeGrantsOf } from '../../endings/grant-revocation';
import type { PendingRevocation } from '../../endings/pending-revocation.entity';
import { completeRevocations } from '../../endings/pending-revocations';
import { revokeSessions } from '../../endings/session-revocation';
import { AccountMails, type MailAsker } from '../accounts/mails/account-mails';
import type { Account } from '../accounts/account.entity';
import { AccountRepository } from '../accounts/account.repository';
import { AccountNotices, noticeCause } from '../notices/account-notices';
import type { SigningIn } from '../sessions/sign-in';
import { proveEmail } from './email-proof';
import {
  type FoundMailedToken,
  MailedTokens,
  spendMailedToken,
  voidMailedTokens,
} from '../accounts/mails/mailed-tokens';
import { assertPasswords } from '../accounts/passwords/assert-passwords';
import { PasswordHasher } from '../accounts/passwords/password-hasher';

const SET_PASSWORD = 'UPDATE accounts SET password_hash = ? WHERE id = ?';

export interface NewPassword {
  password: string;
  /** Whether the access of all applications ends too. */
  endGrants: boolean;
}

export type ResettingBrowser = Pick<SigningIn, 'address' | 'userAgent' | 'language'>;

/** A new password by mail. The token proves the email as well. */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly mails: AccountMails,
    private readonly tokens: MailedTokens,
    private readonly hasher: PasswordHasher,
    private readonly notices: AccountNotices,
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Looks the account up after the answer, which is the same for every address. @throws Problem 403 where accounts have no password, 429. */
  async ask(email: string, by: MailAsker): Promise<void> {
    assertPasswords(this.settings);
    await this.mails.assertFree(email, by);
    this.mails.later(async () => {
      const account = await this.accounts.findByEmail(email);
      if (account === null || account.email === null || account.passwordHash === null) return null;
      return this.mails.withToken('reset', account, account.email, by);
    });
  }

  /** Sends a mail that an administrator asked for. @returns `false` for an account without a password here. @throws Problem 429. */
  async send({ id, email, passwordHash, issuer }: Account, by: Actor & { address: string }): Promise<boolean> {
    if (email === null || passwordHash === null || issuer !== null || !this.settings.passwords) return false;
    const asker = { address: by.address, language: undefined };
    await this.mails.assertFree(email, asker);
    const at = this.clock.now();
    await this.units.write(() => recordEvent({ ...by, at, kind: 'password.reset_sent', accountId: id }));
    this.mails.later(() => this.mails.withToken('reset', { id }, email, asker));
    return true;
  }

  /** Spends nothing. @returns the email of the account whose password the token could set now. */
  async emailFor(token: string): Promise<string | null> {
    return (await this.tokens.find('reset', token))?.email ?? null;
  }

  /** @returns whether a password was set with the token. */
  async isSpent(token: string): Promise<boolean> {
    return (await this.tokens.findSpent('reset', token)) !== null;
  }

  /**
   * Ends every session of the account, as a new password does.
   *
   * @returns `false` for a token that is unknown, over or spent.
   * @throws Problem 403 where accounts have no password; OAuthError 503 if too many passwords are being hashed.
   */
  async accept(token: string, { password, endGrants }: NewPassword, by: ResettingBrowser): Promise<boolean> {
    assertPasswords(this.settings);
    const found = await this.tokens.find('reset', token);
    if (found === null) return false;
    const { address } = by;
    const passwordHash = await this.hasher.hash(password, { name: found.name, emailKey: found.emailKey, address });
    const at = this.clock.now();
    const pending = await this.units.write(() => resetPassword(found, { passwordHash, endGrants }, { at, address }));
    if (pending === null) return false;
    this.notices.passwordChanged(found.id, noticeCause(by));
    await completeRevocations(this.units, this.clock, pending);
    return true;
  }
}

/** @returns the pending revocations; `null` where another use of the token was first. */
function* resetPassword(
  { hash, id: accountId }: FoundMailedToken,
  { passwordHash, endGrants }: { passwordHash: string; endGrants: boolean },
  by: { at: number; address: string },
): Unit<PendingRevocation[] | null> {
  if (!(yield* spendMailedToken(hash, 'reset', by.at))) return null;
  yield* run(SET_PASSWORD, passwordHash, accountId);
  // An intruder with the old password may have requested a change of the email: the new password voids that link.
  yield* voidMailedTokens(accountId, hash);
  const { isFirst, pending } = yield* proveEmail(accountId, null, by);
  if (!isFirst) yield* revokeSessions(accountId, null, by.at);
  yield* recordEvent({ ...by, kind: 'password.reset', accountId });
  return endGrants && !isFirst ? yield* revokeGrantsOf(accountId, by) : pending;
}
