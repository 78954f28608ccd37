import { language } from '../../messages/messages';
import { de } from './de';
import { type Messages, en } from './en';

const ALL: Readonly<Record<string, Messages>> = { en, de };

export const t = ALL[language]!;
