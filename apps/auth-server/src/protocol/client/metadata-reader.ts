import { OAuthError } from '../oauth-error';
import { isName, isShowable } from '../text/showable-text';
import { webUriProblem } from '../text/web-uri';
import type { ClientField } from './field-mapping';

/**
 * Members of client metadata (RFC 7591 §2); `null` if absent, null or empty.
 *
 * @throws OAuthError `invalid_client_metadata`, from each method.
 */
export class MetadataReader {
  constructor(
    private readonly metadata: Record<string, unknown>,
    private readonly allowLoopback: boolean,
  ) {}

  text = (name: string) => this.read(name, isText, 'a string');

  texts = (name: string, most: number) => this.list(name, isText, most, 'strings');

  /** `undefined` if client metadata cannot set it. */
  field(field: ClientField): unknown {
    return field.metadata === undefined ? undefined : (this.byKind[field.kind](field.metadata, field) ?? field.default);
  }

  private readonly byKind: Record<ClientField['kind'], (name: string, field: ClientField) => unknown> = {
    flag: (name) => this.read(name, isBoolean, 'true or false'),
    number: (name, { most }) => this.read(name, isSeconds(most), `a whole number of seconds from 0 to ${most}`),
    text: (name, { oneOf, longest, isName: isOfName = false }) => {
      if (oneOf !== undefined) return this.read(name, isOneOf(oneOf), `one of ${oneOf.join(', ')}`);
      return longest === undefined
        ? this.text(name)
        : this.read(name, isShown(longest, isOfName), mustBeShown(longest, isOfName));
    },
    page: (name) => this.page(name),
    endpoint: this.text,
    list: (name, { most }) => this.texts(name, most),
    texts: (name, { most, longest = 0 }) =>
      json(this.list(name, isShown(longest), most, `strings, each ${mustBeShown(longest)}`)),
    jwks: (name) => json(this.read(name, isObject, 'an object nested at most 16 levels deep')),
  };

  private page(name: string): string | null {
    const uri = this.text(name);
    const problem = uri === null ? null : webUriProblem(uri, this.allowLoopback);
    if (problem !== null) throw new OAuthError('invalid_client_metadata', `${name} ${problem}`);
    return uri;
  }

  private list(name: string, isItem: (value: unknown) => value is string, most: number, must: string) {
    const isList = (value: unknown): value is string[] =>
      Array.isArray(value) && value.length <= most && value.every(isItem);
    const values = this.read(name, isList, `a list of at most ${most} ${must}`);
    return values === null ? null : [...new Set(values)];
  }

  private read<Value>(name: string, isValid: (value: unknown) => value is Value, must: string): Value | null {
    const value = (Object.hasOwn(this.metadata, name) ? this.metadata[name] : null) ?? null;
    // RFC 7592 §2.2 has empty values as omitted ones; Gemini CLI sends an empty scope.
    if (value === null || value === '') return null;
    if (!isValid(value)) throw new OAuthError('invalid_client_metadata', `${name} must be ${must}`);
    return value;
  }
}

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isSeconds =
  (most: number) =>
  (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isShallow(value);
const isOneOf =
  (known: readonly string[]) =>
  (value: unknown): value is string =>
    known.some((one) => one === value);

/** JSON.stringify could exhaust the stack; no JWK Set is so deep. */
const DEEPEST = 16;

const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < DEEPEST && Object.values(value).every((member) => isShallow(member, depth + 1)));

const isShown =
  (longest: number, isOfName = false) =>
  (value: unknown): value is string =>
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= longest &&
    (isOfName ? isName(value) : isShowable(value));

const mustBeShown = (longest: number, isOfName = false) =>
  `a string of 1 to ${longest} characters without control or text-direction characters${
    isOfName ? ', with at least one visible letter or digit' : ''
  }`;
