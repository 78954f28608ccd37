/** What a setting is: for its reader, `consentry settings`, docs/settings.md and the schema for editors. */
export interface Description {
  /** One paragraph or more, with `code`, without links. */
  readonly what: string;
  /** A text, number or choice that is taken instead; or what it is, in words. */
  readonly default: string | number | InWords;
  readonly values: Values;
  /** A value that the server takes. */
  readonly example: string;
  /** The first release that reads it. */
  readonly since: string;
  /** `<NAME>_FILE` names a file that holds it, and no message repeats it. */
  readonly secret?: true;
  /** The example service reads it too, under the same name. */
  readonly both?: true;
  /** Pages of the docs that say more: a text, and a path from docs/. */
  readonly more?: readonly (readonly [text: string, page: string])[];
}

/** The words that the setting is, a whole number, or in words what the server checks. */
export type Values = readonly string[] | WholeNumber | InWords;

export interface InWords {
  readonly words: string;
}

export interface WholeNumber {
  readonly from: number;
  readonly to: number;
  readonly unit?: string;
  /** `0` is taken too. */
  readonly orZero?: true;
  /** A bound that depends on another setting. */
  readonly but?: string;
}

/** Settings of one subject. */
export interface Section {
  readonly title: string;
  readonly settings: Readonly<Record<string, Description>>;
}

export const words = (text: string): InWords => ({ words: text });

/** Ten years. */
const LONGEST = 10 * 365 * 86_400;

/** A time in seconds. */
export const seconds = (given: Partial<WholeNumber> = {}) => ({ from: 1, to: LONGEST, unit: 'seconds', ...given });
