import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { SECRET_PREFIX, withChecksum, withoutChecksum } from './opaque-secret';

/** Only the family's row is stored. */
export interface RefreshTokenContent {
  /** A UUID. */
  familyId: string;
  /** Internal id. */
  clientId: number;
  /** Refreshes before this token. */
  generation: number;
}

const VERSION = 1;
const CONTENT_LENGTH = 1 + 16 + 6 + 6;
const MAC_LENGTH = 32;
const LABEL = 'refresh';

/**
 * Prefix, base64url of version, family, client, generation and HMAC-SHA-256, checksum.
 *
 * @param key derived from the master key.
 */
export function formatRefreshToken(content: RefreshTokenContent, key: KeyObject): string {
  const bytes = Buffer.alloc(CONTENT_LENGTH);
  bytes.writeUInt8(VERSION, 0);
  bytes.write(content.familyId.replaceAll('-', ''), 1, 'hex');
  bytes.writeUIntBE(content.clientId, 17, 6);
  bytes.writeUIntBE(content.generation, 23, 6);
  const body = Buffer.concat([bytes, macOf(bytes, key)]).toString('base64url');
  return withChecksum(SECRET_PREFIX.refreshToken + body);
}

/** `null` for a wrong form, checksum or MAC. */
export function parseRefreshToken(token: string, key: KeyObject): RefreshTokenContent | null {
  const body = withoutChecksum(token);
  if (body === null || !body.startsWith(SECRET_PREFIX.refreshToken)) return null;
  const text = body.slice(SECRET_PREFIX.refreshToken.length);
  const bytes = Buffer.from(text, 'base64url');
  // Base64url has several forms for the same bytes; accept one.
  if (bytes.length !== CONTENT_LENGTH + MAC_LENGTH || bytes.toString('base64url') !== text) return null;
  const content = bytes.subarray(0, CONTENT_LENGTH);
  if (content[0] !== VERSION || !timingSafeEqual(bytes.subarray(CONTENT_LENGTH), macOf(content, key))) return null;
  return {
    familyId: formatUuid(content.subarray(1, 17)),
    clientId: content.readUIntBE(17, 6),
    generation: content.readUIntBE(23, 6),
  };
}

const macOf = (content: Buffer, key: KeyObject) => createHmac('sha256', key).update(LABEL).update(content).digest();

function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
