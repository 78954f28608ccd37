import { z } from 'zod';
import { claimNameProblem } from '../../protocol/token/own-claims';
import { quoted } from './url-setting';

/** Collects what is wrong with one setting. */
export type Complain = (problem: string) => void;

const lacks = { error: ({ path }: { path?: Path | undefined }) => `lacks ${lastOf(path)}` };

/** A text that must be there. */
export const text = z.string(lacks).min(1, lacks);

/** A text by a rule that names what is wrong with it, as the words that follow the prefix. */
export const textBy = (problemOf: (value: string) => string | null, prefix = '') =>
  text.superRefine((value, context) => {
    const problem = value === '' ? null : problemOf(value);
    if (problem !== null) context.addIssue(prefix + problem);
  });

/** An object whose other members are refused: a misspelled one would silently leave its rule out. */
export const strictly = <Shape extends z.ZodRawShape>(shape: Shape, otherwise: string) =>
  z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? `has the unknown member ${keys.map(quoted).join(', ')}; it may have ${Object.keys(shape).map(quoted).join(', ')}`
        : otherwise,
  });

/** `{ "de": … }`, named as the message files of the pages are. */
export const textsOf = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const otherwise = `has texts that are not {"de": {${Object.keys(shape).map(quoted).join(', ')}}}`;
  return z.record(z.string(), strictly(shape, otherwise), otherwise).superRefine((texts, context) => {
    const odd = Object.keys(texts).find((language) => !/^[a-z]{2,3}$/.test(language));
    if (odd !== undefined) context.addIssue(`has texts for ${quoted(odd)}; use a language code such as "de"`);
  });
};

/** Each is a member of the row of every account of an issuer. */
const MOST_NAMES = 20;
const NO_NAMES = 'has claims that are not a list of names';

export const claimNames = z
  .array(z.string(NO_NAMES).min(1, NO_NAMES), NO_NAMES)
  .max(MOST_NAMES, `has more than ${MOST_NAMES} claims`)
  .superRefine((names, context) => {
    for (const problem of twinsIn(names, 'claim')) context.addIssue(problem);
    for (const name of names.filter((some) => some !== '')) {
      const problem = claimNameProblem(name);
      if (problem !== null) context.addIssue(`has a claim ${quoted(name)} that ${problem}`);
    }
  });

/**
 * Reads a JSON array of objects and complains of all that is wrong with each.
 *
 * @returns by place in the array, `null` for what is wrong; `null` when it is no such array.
 */
export function readEntries<Entry>(
  json: string,
  schema: z.ZodType<Entry>,
  complain: Complain,
): readonly (Entry | null)[] | null {
  const values = parse(json, complain);
  if (values === null) return null;
  return values.map((value, at) => {
    const { data, error } = schema.safeParse(value);
    const problems = error?.issues.map(({ path, message }) => `${placeOf(['entry', at, ...path])} ${message}`) ?? [];
    for (const problem of new Set(problems)) complain(problem);
    return data ?? null;
  });
}

/** @yields the first of the values that stands there twice. */
export function* twinsIn(values: readonly string[], what: string): Generator<string> {
  const twin = values.find((value, at) => values.indexOf(value) !== at);
  if (twin !== undefined) yield `names the ${what} ${quoted(twin)} more than once`;
}

function parse(json: string, complain: Complain): object[] | null {
  try {
    const value: unknown = JSON.parse(json);
    if (Array.isArray(value) && value.every((entry) => z.record(z.string(), z.unknown()).safeParse(entry).success))
      return value as object[];
    complain('must be a JSON array of objects');
  } catch {
    complain('is not valid JSON');
  }
  return null;
}

type Path = readonly PropertyKey[];

/** `entry 2 token_exchanges 1`: the lists that lead to it, counted from 1. */
const placeOf = (path: Path) =>
  path.flatMap((key, at) => (typeof key === 'number' ? [`${String(path[at - 1])} ${key + 1}`] : [])).join(' ');

export const lastOf = (path: Path | undefined) => quoted(String(path?.at(-1)));
