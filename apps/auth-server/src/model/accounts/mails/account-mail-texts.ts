import type { MailPurpose } from './mailed-token.entity';

export interface MailText {
  /** One line. */
  subject: string;
  text: string;
}

interface WithLink {
  /** Of the server, as its operator calls it. */
  brand: string;
  link: string;
  /** Proves the address as the link does, on the page that waits for it; `null`: none does. */
  code: string | null;
}

/**
 * The mails of accounts, in one language, named by the purpose of their token. `taken` goes to the holder of an account, when
 * another person signs up with its e-mail or wants it for another account: it has no token's link.
 */
export interface AccountMailTexts extends Record<MailPurpose, (values: WithLink) => MailText> {
  /** To the present address, as soon as another one is to replace it. */
  changeAsked: (values: Omit<WithLink, 'code'> & { email: string }) => MailText;
}

/** As it is sent: its HTML has the words of its text. */
export interface WrittenMail extends MailText {
  html: string;
}

export type WrittenMails = {
  [Name in keyof AccountMailTexts]: (...values: Parameters<AccountMailTexts[Name]>) => WrittenMail;
};

/** @param language a language tag, or an `Accept-Language` header. */
export type AccountMailWords = (language: string | undefined) => WrittenMails;

export const ACCOUNT_MAIL_WORDS = Symbol('AccountMailWords');
