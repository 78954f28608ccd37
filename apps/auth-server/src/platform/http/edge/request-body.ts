import type { IncomingMessage } from 'node:http';
import { OAuthError } from '../../../protocol/oauth-error';
import { decodeUtf8 } from '../../../protocol/request/parameters';
import { TOO_LARGE, isCompressed, mediaType } from './edge-request';
import { Problem, invalidFields } from '../answers/problem';

const LARGEST = 100 * 1024;

/** The default limit of proxies such as nginx. */
const PASSED_ON = 1024 * 1024;

/** Above any valid body. */
const DEEPEST = 16;
const MOST_MEMBERS = 256;

/**
 * Reads a body of up to 100 KB; `null` without one. A larger one is received to its end, up to 1 MB: closing earlier would
 * reset the connection and lose the answer (RFC 9112 §9.6).
 */
export function readBody(request: IncomingMessage): Promise<Buffer | typeof TOO_LARGE | null> {
  if (Number(request.headers['content-length'] ?? 0) > PASSED_ON) {
    request.resume();
    return Promise.resolve(TOO_LARGE);
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LARGEST) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on('end', () => resolve(size === 0 ? null : size > LARGEST ? TOO_LARGE : Buffer.concat(chunks)));
    request.on('error', (cause) => reject(new Problem(400, 'the body is incomplete', { cause })));
  });
}

/** Parses the JSON object of a call to `/api`; `undefined` without a body. @throws Problem 413, 415 or 400 */
export function parseApiBody(body: Buffer | typeof TOO_LARGE | null, headers: IncomingMessage['headers']): unknown {
  if (body === TOO_LARGE) throw new Problem(413, 'the body is larger than 100 KB');
  const type = headers['content-type'];
  if (type === undefined && body === null) return undefined;
  if (mediaType(type) !== 'application/json' || isCompressed(headers))
    throw new Problem(415, 'send the body as application/json, in UTF-8, uncompressed');
  return body === null ? undefined : parseObject(body);
}

function parseObject(body: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(body));
  } catch (cause) {
    throw new Problem(400, cause instanceof OAuthError ? cause.description : 'the body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem(400, 'the body must be a JSON object');
  assertReasonable(value, { members: 0 });
  // Validation overlooks names that every object inherits, such as `constructor`.
  const inherited = Object.keys(value).filter((field) => field in Object.prototype);
  if (inherited.length > 0) throw invalidFields(inherited.map((field) => ({ field, detail: 'is not a known field' })));
  return value;
}

/** Bounds what validation costs: it recurses into a body and reports every fault. */
function assertReasonable(value: unknown, count: { members: number }, depth = 0): void {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new Problem(400, 'the body contains half of a surrogate pair');
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST) throw new Problem(400, 'the body is nested too deeply');
  for (const [name, member] of Object.entries(value)) {
    count.members += 1;
    if (count.members > MOST_MEMBERS) throw new Problem(400, `the body has more than ${MOST_MEMBERS} members`);
    assertReasonable(name, count);
    assertReasonable(member, count, depth + 1);
  }
}
