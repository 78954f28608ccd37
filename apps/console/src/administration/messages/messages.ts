import { language } from '../../messages/messages';
import { de } from './de';
import { en } from './en';

/** What a language has to say to administrators. */
export type Messages = typeof en;

const ALL: Readonly<Record<string, Messages>> = { en, de };

export const t = ALL[language]!;
