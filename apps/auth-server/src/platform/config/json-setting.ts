import { claimNameProblem } from '../../protocol/token/own-claims';
import { quoted } from './url-setting';

export type Json = Record<string, unknown>;

/** Collects what is wrong with one setting. */
export type Complain = (problem: string) => void;

/** @returns `null` when it is no list at all, which was said then. */
export function readList(text: string, complain: Complain): Json[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every(isObject)) return value;
    complain('must be a JSON array of objects');
  } catch {
    complain('is not valid JSON');
  }
  return null;
}

export function readText(entry: Json, name: string, complain: Complain): string {
  const value = entry[name];
  if (typeof value === 'string' && value !== '') return value;
  complain(`lacks ${quoted(name)}`);
  return '';
}

/** Each is a member of the row of every account of an issuer. */
const MOST_NAMES = 20;

/** Absent: none. */
export function readClaimNames(value: unknown, complain: Complain): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string' && name !== '')) {
    complain('has claims that are not a list of names');
    return [];
  }
  const names = value as string[];
  complainOfTwins(names, 'claim', complain);
  if (names.length > MOST_NAMES) complain(`has more than ${MOST_NAMES} claims`);
  for (const name of names) {
    const problem = claimNameProblem(name);
    if (problem !== null) complain(`has a claim ${quoted(name)} that ${problem}`);
  }
  return names;
}

/** Otherwise a misspelled member would silently leave its rule out. */
export function complainOfUnknown(entry: Json, known: readonly string[], complain: Complain): void {
  const unknown = Object.keys(entry).filter((name) => !known.includes(name));
  for (const name of unknown)
    complain(`has the unknown member ${quoted(name)}; it may have ${known.map(quoted).join(', ')}`);
}

export function complainOfTwins(values: readonly string[], what: string, complain: Complain): void {
  const twin = values.find((value, at) => value !== '' && values.indexOf(value) !== at);
  if (twin !== undefined) complain(`names the ${what} ${quoted(twin)} more than once`);
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
