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
}

/** The mails of accounts, in one language. Those with a token's link are named by its purpose. */
export interface AccountMailTexts extends Record<MailPurpose, (values: WithLink) => MailText> {
  /** To the present address, as soon as another one is to replace it. */
  changeAsked: (values: WithLink & { email: string }) => MailText;
  /** To the holder of an account, when another person signs up with its e-mail or wants it for another account. */
  taken: (values: WithLink) => MailText;
}

/** @param language a language tag, or an `Accept-Language` header. */
export type AccountMailWords = (language: string | undefined) => AccountMailTexts;

export const ACCOUNT_MAIL_WORDS = Symbol('AccountMailWords');
