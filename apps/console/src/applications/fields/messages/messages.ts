import type { ComponentChildren } from 'preact';
import { language } from '../../../messages/messages';
import type { FIELDS, FieldName, Group, ValueOf } from '../field-table';
import { de } from './de';
import { en } from './en';

type Text = ComponentChildren;

/** No field of an application with a secret may have it, and only those choose. */
type NeverChosen = 'none';

/** For null. */
export const UNSET = 'unset';

type Option<Value> = Exclude<Value extends null ? typeof UNSET : Value & string, NeverChosen>;

interface FieldWords {
  label: string;
  /** What it is for, and its default. */
  hint: Text;
  /** At the field, where the server refuses it. */
  wrong: Text;
}

type WordsFor<Name extends FieldName> = FieldWords &
  ((typeof FIELDS)[Name]['kind'] extends 'oneOf' | 'anyOf'
    ? { options: Record<Option<ValueOf<Name>>, string> }
    : unknown);

/** What a language says of the fields. */
export interface Messages {
  groups: Record<Group, { title: string; text: string }>;
  fields: { [Name in FieldName]: WordsFor<Name> };
  everyScope: string;
  anyAlgorithm: string;
  unsaved: string;
}

const ALL: Readonly<Record<string, Messages>> = { en, de };

export const t = ALL[language]!;

/** Of the fields with a choice of values. */
export const optionsOf = (name: FieldName): [value: string, label: string][] => {
  const words: FieldWords & { options?: Record<string, string> } = t.fields[name];
  return Object.entries(words.options ?? {});
};
