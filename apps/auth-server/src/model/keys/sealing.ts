import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1.';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** Encrypts with AES-256-GCM. `context` is authenticated: a value sealed for one row opens for no other. */
export function seal(plain: Buffer, key: KeyObject, context: string): string {
  const iv = randomBytes(IV_LENGTH);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Error when the text was not sealed by this key in this context. */
export function unseal(text: string, key: KeyObject, context: string): Buffer {
  if (!text.startsWith(VERSION)) throw new Error('sealed in an unknown way');
  const bytes = Buffer.from(text.slice(VERSION.length), 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_LENGTH)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH));
  return Buffer.concat([decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)), decipher.final()]);
}
