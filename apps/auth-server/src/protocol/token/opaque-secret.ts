import { type KeyObject, createHmac, hash, randomFillSync } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix + base64url + six characters of CRC-32: scanners recognise a leak, and a typing error is no guess. */
export const SECRET_PREFIX = {
  clientSecret: 'csy_secret_',
  refreshToken: 'csy_refresh_',
  initialAccessToken: 'csy_initial_',
  registrationToken: 'csy_registration_',
} as const;

export const CHECKSUM_LENGTH = 6;

const TOKEN_BYTES = 32;
const TIME_BYTES = 6;

/** Drawn in bulk: a draw costs more than the rest of a token. */
const drawn = Buffer.alloc(64 * TOKEN_BYTES);
let used = drawn.length;

/** 256 random bits, 43 characters. */
export const randomToken = () => takeToken(drawRandom());

/**
 * 48 bits of time, 208 random ones: rows keyed by {@link hashTimedToken} are appended to the index (ADR 3).
 *
 * @param now epoch milliseconds.
 */
export function timedToken(now: number): string {
  const bytes = drawRandom();
  bytes.writeUIntBE(now, 0, TIME_BYTES);
  return takeToken(bytes);
}

/**
 * A timed token that follows from a secret text: it can be told again, while only its hash is kept.
 *
 * @param text has the entropy: 128 random bits or more.
 */
export function derivedToken(key: KeyObject, text: string, now: number): string {
  const bytes = createHmac('sha256', key).update(text).digest();
  bytes.writeUIntBE(now, 0, TIME_BYTES);
  return takeToken(bytes);
}

function drawRandom(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return drawn.subarray(used, (used += TOKEN_BYTES));
}

/** Random bytes are used once. */
function takeToken(bytes: Buffer): string {
  const token = bytes.toString('base64url');
  bytes.fill(0);
  return token;
}

/** A fast hash suffices for 256 bits. */
export const hashToken = (token: string) => hash('sha256', token);

/** Time and hash: 55 characters. */
export const hashTimedToken = (token: string) =>
  Buffer.from(token.slice(0, 8), 'base64url').toString('hex') + hash('sha256', token, 'base64url');

/** Epoch milliseconds of a timed token. */
export const timeOfToken = (token: string) => Buffer.from(token.slice(0, 8), 'base64url').readUIntBE(0, TIME_BYTES);

/** Epoch milliseconds of a {@link hashTimedToken}. */
export const timeOfHash = (hash: string) => parseInt(hash.slice(0, 2 * TIME_BYTES), 16);

export const newClientSecret = () => withChecksum(SECRET_PREFIX.clientSecret + randomToken());

/** Takes the end of its checksum: four characters tell secrets apart, and tell 20 of the 256 random bits. */
export const hintOf = (secret: string) => secret.slice(-4);

/** RFC 7591 §1.2. */
export const newInitialAccessToken = () => withChecksum(SECRET_PREFIX.initialAccessToken + randomToken());

/** RFC 7592 §1. */
export const newRegistrationToken = () => withChecksum(SECRET_PREFIX.registrationToken + randomToken());

export function withChecksum(text: string): string {
  return text + checksumOf(text);
}

/** `null` if the checksum is wrong. */
export function withoutChecksum(text: string): string | null {
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.length > CHECKSUM_LENGTH && checksumOf(body) === text.slice(-CHECKSUM_LENGTH) ? body : null;
}

function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return bytes.toString('base64url');
}
