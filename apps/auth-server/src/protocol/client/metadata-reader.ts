import { OAuthError } from '../oauth-error';
import { isShowable } from '../text/showable-text';
import { webUriProblem } from '../text/web-uri';

export type MetadataReader = ReturnType<typeof metadataReader>;

/**
 * Reads members of client metadata (RFC 7591 §2), each as what it must be. An absent one is `null`, as is null.
 *
 * @param allowLoopback whether a page to link to may be on this machine.
 * @throws OAuthError `invalid_client_metadata`, from each of its methods.
 */
export function metadataReader(metadata: Record<string, unknown>, allowLoopback: boolean) {
  const member = (name: string): unknown => (Object.hasOwn(metadata, name) ? metadata[name] : null) ?? null;

  const read = <Value>(name: string, isOf: (value: unknown) => value is Value, must: string): Value | null => {
    const value = member(name);
    if (value === null) return null;
    if (!isOf(value)) throw new OAuthError('invalid_client_metadata', `${name} must be ${must}`);
    return value;
  };

  /** Different ones, in the order sent. */
  const list = (name: string, isOf: (value: unknown) => value is string, most: number, must: string) => {
    const isList = (value: unknown): value is string[] =>
      Array.isArray(value) && value.length <= most && value.every(isOf);
    const values = read(name, isList, `a list of at most ${most} ${must}`);
    return values === null ? null : [...new Set(values)];
  };

  return {
    text: (name: string) => read(name, isText, 'a string'),
    flag: (name: string) => read(name, isBoolean, 'true or false') ?? false,
    object: (name: string) => read(name, isObject, 'an object, nested no deeper than 16'),
    /** The URI of a page or picture to link to. */
    webUri: (name: string) => {
      const uri = read(name, isText, 'a string');
      const problem = uri === null ? null : webUriProblem(uri, allowLoopback);
      if (problem !== null) throw new OAuthError('invalid_client_metadata', `${name} ${problem}`);
      return uri;
    },
    oneOf: <Value extends string>(name: string, known: readonly Value[]) =>
      read(name, (value): value is Value => known.some((one) => one === value), `one of ${known.join(', ')}`),
    /** A text that is shown to somebody. */
    shown: (name: string, longest: number) => read(name, isShown(longest), mustBeShown(longest)),
    texts: (name: string, most: number) => list(name, isText, most, 'strings'),
    shownTexts: (name: string, most: number, longest: number) =>
      list(name, isShown(longest), most, `strings, each ${mustBeShown(longest)}`),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value);

/** Deeper than anything that is meant: writing it down again would exhaust the stack. */
const DEEPEST = 16;

const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < DEEPEST && Object.values(value).every((member) => isShallow(member, depth + 1)));

const isShown =
  (longest: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= longest && isShowable(value);

const mustBeShown = (longest: number) =>
  `a text of 1 to ${longest} characters without control characters and marks of the reading direction`;
