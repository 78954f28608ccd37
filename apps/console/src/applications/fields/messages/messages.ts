import { language } from '../../../messages/messages';
import type { FieldName } from '../field-table';
import { de } from './de';
import { en } from './en';
import type { FieldWords, Messages } from './words';

const ALL: Readonly<Record<string, Messages>> = { en, de };

export const t = ALL[language]!;

/** Of the fields with a choice of values. */
export const optionsOf = (name: FieldName): [value: string, label: string][] => {
  const words: FieldWords & { options?: Record<string, string> } = t.fields[name];
  return Object.entries(words.options ?? {});
};
