import { isUtf8 } from 'node:buffer';

import { BearerFault } from '../../bearer/bearer-fault.ts';
import { isJsonObject, type JsonObject, parseStrictJson } from './strict-json.ts';

export { isJsonObject, type JsonObject };

/** A JWS in compact serialization (RFC 7515 §3.1), read but not verified. */
export interface CompactJws {
  readonly header: JsonObject;
  /** Base64url. */
  readonly encodedHeader: string;
  /** The signed text: the first two parts and their dot. */
  readonly signingInput: string;
  /** Base64url. */
  readonly payload: string;
  readonly signature: Buffer;
}

/**
 * Reads a token's three parts and its header. Throws `invalid_token`.
 *
 * @param known headers by their encoded text.
 */
export function parseCompactJws(token: string, known?: ReadonlyMap<string, JsonObject>): CompactJws {
  const first = token.indexOf('.');
  const second = token.indexOf('.', first + 1);
  if (first === -1 || second === -1) throw BearerFault.invalidToken('not three parts');
  const encodedHeader = token.slice(0, first);
  return {
    header: known?.get(encodedHeader) ?? parseJsonPart(encodedHeader),
    encodedHeader,
    signingInput: token.slice(0, second),
    payload: token.slice(first + 1, second),
    // A fourth part has a dot, which is not base64url.
    signature: decodePart(token.slice(second + 1)),
  };
}

/** Decodes a part with a JSON object, deeply frozen. Throws `invalid_token`. */
export function parseJsonPart(part: string): JsonObject {
  const bytes = decodePart(part);
  // Else several texts would be read as one, by U+FFFD (RFC 7515 §5.2).
  if (!isUtf8(bytes)) throw BearerFault.invalidToken('a part is not UTF-8');
  try {
    return parseStrictJson(bytes.toString('utf8'));
  } catch {
    throw BearerFault.invalidToken('a part is not a JSON object with unique members');
  }
}

function decodePart(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  // Node accepts padding, foreign characters and stray bits, so one token would have many forms.
  if (part === '' || bytes.toString('base64url') !== part) throw BearerFault.invalidToken('a part is not base64url');
  return bytes;
}
