import type {
  AccountMailTexts,
  AccountMailWords,
  MailText,
  WrittenMails,
} from '../../model/accounts/mails/account-mail-texts';
import { type ShownLink, linksIn } from '../../platform/config/brand-links';
import type { Brand } from '../../platform/config/brand-setting';
import { browserText } from '../rendering/browser-text';
import { formatsOf } from '../rendering/formats';
import { chooseLanguage, localeOf } from '../rendering/language';
import { shownName } from '../rendering/shown-name';
import { mailHtml } from './mail-html';
import { LANGUAGES, messagesOf } from './messages';

const CODES = LANGUAGES.map(({ code }) => code);

export type MailBrand = Pick<Brand, 'name' | 'colors' | 'links'>;

/** Mails are in the language of the request that causes them, with the team's links at their foot. */
export const mailWordsWith =
  (brand: MailBrand): AccountMailWords =>
  (acceptLanguage) => {
    const language = chooseLanguage(CODES, undefined, acceptLanguage);
    const links = linksIn(brand.links, language);
    const t = messagesOf(language);
    const { newAccess } = t.mails;
    const mails: AccountMailTexts = {
      ...t.mails,
      newAccess: (given) => newAccess({ ...given, app: shownName(given.app) }),
    };
    return {
      mails: written(mails, (mail) => ({
        subject: mail.subject,
        text: mail.text + footOf(links),
        html: mailHtml(mail, { name: brand.name, colors: brand.colors, links, language }),
      })),
      time: (at) => formatsOf(localeOf(language, acceptLanguage), () => at).time(at),
      browserName: (label) => browserText(label, { t }),
    };
  };

/** Below the line that mail programs take for the beginning of a signature (RFC 3676 §4.3). */
const footOf = (links: readonly ShownLink[]) =>
  links.length === 0 ? '' : `\n-- \n${links.map(({ label, url }) => `${label}: ${url}\n`).join('')}`;

function written(mails: AccountMailTexts, write: (mail: MailText) => MailText & { html: string }): WrittenMails {
  const all = Object.entries(mails).map(([name, textOf]: [string, (values: never) => MailText]) => [
    name,
    (values: never) => write(textOf(values)),
  ]);
  return Object.fromEntries(all) as WrittenMails;
}
