import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { Limits } from '../../../platform/limits/limits';
import type { Mail } from '../../../platform/mail/mail';
import { MailQueue } from '../../../platform/mail/mail-queue';
import { ACCOUNT_MAIL_WORDS, type AccountMailWords } from './account-mail-texts';
import { mailboxKeyOf } from './email-address';
import type { MailPurpose } from './mailed-token.entity';
import { MailedTokens } from './mailed-tokens';

/** The pages that links in mails open; opening one changes nothing. */
const PAGES: Record<MailPurpose, string> = {
  verify: '/verify',
  reset: '/password/reset',
  change: '/account/email/confirm',
  taken: '/password',
};

/** Where a mail was asked for. */
export interface MailAsker {
  address: string;
  /** A language tag, or an `Accept-Language` header. */
  language: string | undefined;
  /** The own path that the person was going to. */
  returnTo?: string | null;
}

/** Writes the mails of accounts, after the answer: so the time of the answer does not tell whether an account has the address. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly queue: MailQueue,
    private readonly tokens: MailedTokens,
    private readonly limits: Limits,
    @Inject(ACCOUNT_MAIL_WORDS) private readonly words: AccountMailWords,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Counts the mailbox whether an account has the address or not. @throws Problem 429. */
  async assertFree(to: string, { address }: MailAsker): Promise<void> {
    await this.limits.consume('mails', { address, subject: mailboxKeyOf(to) });
  }

  /** @param write runs after the answer; `null`: there is nothing to send. */
  later(write: () => Promise<Mail | null>): void {
    this.queue.add(write);
  }

  /** A mail with a new token, which proves its address. */
  async withToken(
    purpose: MailPurpose,
    account: { id: string },
    to: string,
    { language, returnTo = null }: MailAsker,
  ): Promise<Mail | null> {
    const token = await this.tokens.issue(purpose, account, { to, returnTo });
    return token === null ? null : this.mail(purpose, to, { token, code: null }, { language });
  }

  taken(to: string, by: Pick<MailAsker, 'language'>): Mail {
    return this.mail('taken', to, { code: null }, by);
  }

  /** @param proof what its reader can show. */
  mail(
    purpose: MailPurpose,
    to: string,
    { token, code }: { token?: string; code: string | null },
    { language }: Pick<MailAsker, 'language'>,
  ): Mail {
    return {
      to,
      ...this.words(language).mails[purpose]({ brand: this.brand, link: this.link(PAGES[purpose], token), code }),
    };
  }

  changeAsked(to: string, email: string, { language }: MailAsker): Mail {
    return {
      to,
      ...this.words(language).mails.changeAsked({ brand: this.brand, email, link: this.link('/password') }),
    };
  }

  private get brand(): string {
    return this.settings.brand.name;
  }

  private link(page: string, token?: string): string {
    return `${this.settings.issuer}${page}${token === undefined ? '' : `?token=${token}`}`;
  }
}
