import { BearerFault } from '../bearer/bearer-fault.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JWS in compact serialization (RFC 7515 §3.1), read but not verified. */
export interface CompactJws {
  readonly header: JsonObject;
  /** The signed text: the first two parts and their dot. */
  readonly signingInput: string;
  /** Base64url. */
  readonly payload: string;
  readonly signature: Buffer;
}

/** Reads a token's three parts and its header. Throws `invalid_token`. */
export function parseCompactJws(token: string): CompactJws {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) throw BearerFault.invalidToken('not three parts');
  return {
    header: parseJsonPart(header),
    signingInput: `${header}.${payload}`,
    payload,
    signature: decodePart(signature),
  };
}

/** The header of a token of any kind. Throws `invalid_token`. */
export function parseJwsHeader(token: string): JsonObject {
  return parseJsonPart(token.split('.', 1)[0] ?? '');
}

/** Decodes a part with a JSON object. Throws `invalid_token`. */
export function parseJsonPart(part: string): JsonObject {
  const text = decodePart(part).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw BearerFault.invalidToken('a part is not JSON');
  }
  if (!isJsonObject(value)) throw BearerFault.invalidToken('a part is not a JSON object');
  return value;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function decodePart(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  // Node accepts padding, foreign characters and stray bits, so one token would have many forms.
  if (part === '' || bytes.toString('base64url') !== part) throw BearerFault.invalidToken('a part is not base64url');
  return bytes;
}
