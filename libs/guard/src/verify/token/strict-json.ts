export type JsonObject = Readonly<Record<string, unknown>>;

const QUOTE = 34;
const COLON = 58;

/**
 * Parses a JSON object whose members are unique at every depth (RFC 7515 §4, RFC 7519 §4): two readers could take
 * different ones of a pair. Deeply frozen, as one cached token serves many calls. Throws an Error with the reason.
 */
export function parseStrictJson(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('not a JSON object');
  if (freeze(value) !== membersIn(text)) throw new Error('a member occurs twice');
  return value;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the number of members of all objects. Not recursive: a header may be nested as deep as it is long. */
function freeze(value: object): number {
  const found: object[] = [value];
  let members = 0;
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    const parts: unknown[] = Object.values(Object.freeze(next));
    if (!Array.isArray(next)) members += parts.length;
    for (const part of parts) if (typeof part === 'object' && part !== null) found.push(part);
  }
  return members;
}

/** Counts the colons outside the strings of valid JSON: each belongs to one member. */
function membersIn(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COLON) members++;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return members;
}

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}
