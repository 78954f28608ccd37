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

/** What was done in an account. None of its links signs in. */
export interface Told {
  brand: string;
  time: string;
  browser: string;
  /** Where it is undone. */
  link: string;
}

/**
 * The mails of accounts, in one language, named by the purpose of their token. `taken` goes to the holder of an account, when
 * another person signs up with its email or wants it for another account: it has no token's link.
 */
export interface AccountMailTexts extends Record<MailPurpose, (values: WithLink) => MailText> {
  /** To the present address, as soon as another one is to replace it. */
  changeAsked: (values: Omit<WithLink, 'code'> & { email: string }) => MailText;
  newSignIn: (values: Told & { sessions: string; profile: string }) => MailText;
  passwordChanged: (values: Told) => MailText;
  /** To the old address. */
  emailChanged: (values: Told & { email: string }) => MailText;
  /** @param values `app` is the name that its developer chose; `password` is `null` for an account without one here. */
  newAccess: (values: Told & { app: string; password: string | null; profile: string }) => MailText;
}

/** As it is sent: its HTML has the words of its text. */
export interface WrittenMail extends MailText {
  html: string;
}

export type WrittenMails = {
  [Name in keyof AccountMailTexts]: (...values: Parameters<AccountMailTexts[Name]>) => WrittenMail;
};

/** How mails are written in one language. */
export interface MailLanguage {
  mails: WrittenMails;
  /** @param at epoch milliseconds */
  time: (at: number) => string;
  /** @param label "Firefox on Linux"; `null`: unknown */
  browserName: (label: string | null) => string;
}

/** @param language a language tag, or an `Accept-Language` header. */
export type AccountMailWords = (language: string | undefined) => MailLanguage;

export const ACCOUNT_MAIL_WORDS = Symbol('AccountMailWords');
