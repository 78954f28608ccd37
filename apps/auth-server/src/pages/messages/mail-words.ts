import type { AccountMailTexts, AccountMailWords, MailText } from '../../model/accounts/mails/account-mail-texts';
import { type BrandLink, linksIn } from '../../platform/config/brand-links';
import { chooseLanguage } from '../rendering/language';
import { LANGUAGES, messagesOf } from './messages';

const CODES = LANGUAGES.map(({ code }) => code);

/** Mails are in the language of the request that causes them, with the team's links at their foot. */
export const mailWordsWith =
  (links: readonly BrandLink[]): AccountMailWords =>
  (acceptLanguage) => {
    const language = chooseLanguage(CODES, undefined, acceptLanguage);
    const { mails } = messagesOf(language);
    return links.length === 0 ? mails : withFoot(mails, footOf(links, language));
  };

/** Below the line that mail programs take for the beginning of a signature (RFC 3676 §4.3). */
const footOf = (links: readonly BrandLink[], language: string) =>
  `\n-- \n${linksIn(links, language)
    .map(({ label, url }) => `${label}: ${url}\n`)
    .join('')}`;

function withFoot(mails: AccountMailTexts, foot: string): AccountMailTexts {
  const footed = Object.entries(mails).map(([name, write]: [string, (values: never) => MailText]) => [
    name,
    (values: never) => {
      const mail = write(values);
      return { ...mail, text: mail.text + foot };
    },
  ]);
  return Object.fromEntries(footed) as AccountMailTexts;
}
