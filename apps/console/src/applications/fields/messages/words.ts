import type { ComponentChildren } from 'preact';
import type { FIELDS, FieldName, Group, ValueOf } from '../field-table';

type Text = ComponentChildren;

/** No field of an application with a secret may have it, and only those choose. */
type NeverChosen = 'none';

/** For null. */
export const UNSET = 'unset';

type Option<Value> = Exclude<Value extends null ? typeof UNSET : Value & string, NeverChosen>;

export interface FieldWords {
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
