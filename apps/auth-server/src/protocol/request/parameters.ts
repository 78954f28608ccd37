import { memberNames } from '../text/json-members';
import { invalidRequest } from '../oauth-error';

/** Bytes of UTF-8. */
const LONGEST = 2048;

/** For JWTs and authorization details: what this server issues fits, whichever way it comes. */
const LONGEST_OF: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'access_token',
    'actor_token',
    'authorization_details',
    'client_assertion',
    'id_token_hint',
    'request',
    'subject_token',
    'token',
  ].map((name) => [name, 16_384]),
);

/** RFC 8707 §2, RFC 8693 §2.1; values hold no space, which joins them. */
const REPEATABLE: readonly string[] = ['audience', 'resource'];

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Without absent and empty ones. */
export type Parameters<Name extends string> = Partial<Record<Name, string>>;

/**
 * Parses a query string or form body strictly: brackets in a name mean nothing, unknown names are ignored, an empty
 * value is absent.
 *
 * @throws OAuthError `invalid_request` for a repeated name (RFC 6749 §3.1; repeatable ones are joined by a space), a
 *   value over 2,048 bytes (16,384 for JWTs and `authorization_details`), or bad percent-encoded UTF-8.
 */
export function parseParameters<Name extends string>(text: string, known: readonly Name[]): Parameters<Name> {
  if (text === '') return {};
  const seen = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [sent, value] = splitPair(pair);
    // The constant, not the sent text: V8 finds an interned key faster.
    const name = known.find((one) => one === sent);
    if (name === undefined) continue;
    const before = seen.get(name);
    if (before !== undefined && !REPEATABLE.includes(name)) throw sentTwice(name);
    seen.set(name, joined(before, value));
  }
  return limitParameters(seen);
}

/**
 * {@link parseParameters} for a JSON object: booleans become `true` and `false`, `null` is absent.
 *
 * @throws OAuthError `invalid_request` for another text, a repeated member, or an array or object as its value.
 */
export function parseJsonParameters<Name extends string>(text: string, known: readonly Name[]): Parameters<Name> {
  const object = parseJsonObject(text);
  assertOnce(memberNames(text), known);
  const seen = new Map<string, string>();
  for (const name of known) {
    if (!Object.hasOwn(object, name)) continue;
    const value = object[name];
    if (value === null) continue;
    seen.set(name, parseMember(name, value));
  }
  return limitParameters(seen);
}

function assertOnce(names: readonly string[], known: readonly string[]): void {
  const twin = known.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twin !== undefined) throw sentTwice(twin);
}

/** V8 links the texts without copying them: thousands of repetitions cost as much as their length. */
function joined(before: string | undefined, value: string): string {
  if (before === undefined || before === '') return value;
  return value === '' ? before : `${before} ${value}`;
}

const sentTwice = (name: string) => invalidRequest(`the parameter ${name} was sent more than once`);

/** 1 is not "1": the number becomes a text that no parameter accepts. */
function parseMember(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `the number ${value}`;
  throw invalidRequest(`the member ${name} must not be a list or an object`);
}

/** @throws OAuthError `invalid_request`. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidRequest('the request is not valid UTF-8');
  }
}

/** RFC 6749 Appendix B. @throws OAuthError `invalid_request`. */
export function decodeFormValue(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidRequest('the request contains malformed percent-encoding');
  }
}

function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf('=');
  if (equals < 0) return [decodeFormValue(pair), ''];
  return [decodeFormValue(pair.slice(0, equals)), decodeFormValue(pair.slice(equals + 1))];
}

/** @throws OAuthError `invalid_request`. */
export function parseJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest('the body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest('the body must be a JSON object');
  return value as Record<string, unknown>;
}

/** Drops empty values. @throws OAuthError `invalid_request` for a long one. */
export function limitParameters<Name extends string>(seen: ReadonlyMap<string, string>): Parameters<Name> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of seen) {
    // At most three bytes per UTF-16 unit: most values need no counting.
    if (value.length * 3 > LONGEST) assertLength(name, value);
    if (value !== '') parameters[name] = value;
  }
  return parameters as Parameters<Name>;
}

function assertLength(name: string, value: string): void {
  const longest = LONGEST_OF[name] ?? LONGEST;
  if (Buffer.byteLength(value) > longest) throw invalidRequest(`the parameter ${name} is longer than ${longest} bytes`);
}
