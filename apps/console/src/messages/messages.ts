import { language as wanted } from '../frame';
import { de } from './de';
import { type Messages, en } from './en';
import { momentsOf } from './moments';

const ALL: Readonly<Record<string, Messages>> = { en, de };

/** That of the server's page, where the console speaks it. */
export const language = Object.hasOwn(ALL, wanted) ? wanted : 'en';

export const t = ALL[language]!;

export const { dayOf, timeOf, ago, until, daysAgo } = momentsOf(language === 'en' ? 'en-GB' : language);
