import type { AccountMailWords } from '../../model/accounts/mails/account-mail-texts';
import { chooseLanguage } from '../rendering/language';
import { LANGUAGES, messagesOf } from './messages';

const CODES = LANGUAGES.map(({ code }) => code);

/** Mails are in the language of the request that causes them. */
export const mailWords: AccountMailWords = (language) => messagesOf(chooseLanguage(CODES, undefined, language)).mails;
