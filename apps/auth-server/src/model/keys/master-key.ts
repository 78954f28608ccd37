import { type KeyObject, createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '../../platform/config/data-dir';
import { StartError } from '../../platform/config/settings-error';
import { spellSystemError } from '../../platform/config/system-error';

const LENGTH = 32;

/** The purposes of derived keys. */
export const KEY_LABEL = {
  sealing: 'consentry/sealing/1',
  refresh: 'consentry/refresh/1',
  session: 'consentry/session/1',
  dpopNonce: 'consentry/nonce/1',
  code: 'consentry/code/1',
  heldRequest: 'consentry/held/1',
  signUp: 'consentry/signup/1',
  outcome: 'consentry/outcome/1',
  knownBrowser: 'consentry/browser/1',
  check: 'consentry/check/1',
} as const;

/** A key for one purpose (HKDF-SHA-256, RFC 5869). */
export function deriveKey(masterKey: Buffer, label: (typeof KEY_LABEL)[keyof typeof KEY_LABEL]): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), label, LENGTH)));
}

/** Stored in the database: tells whether a master key is the right one. */
export const checkValueOf = (masterKey: Buffer) =>
  createHmac('sha256', deriveKey(masterKey, KEY_LABEL.check)).update('check').digest('hex');

export function assertCheckValue(masterKey: Buffer, stored: string): void {
  if (!isKeyOf(masterKey, stored))
    throw new StartError(
      'the master key is not the one this database was created with; provide the right MASTER_KEY or master.key',
      { help: 'master-key-wrong' },
    );
}

export function isKeyOf(masterKey: Buffer, stored: string): boolean {
  const own = Buffer.from(checkValueOf(masterKey));
  const kept = Buffer.from(stored);
  return own.length === kept.length && timingSafeEqual(own, kept);
}

export const keyFileIn = (dataDir: string) => join(dataDir, 'master.key');

/**
 * Reads the master key file; the first start creates it. A process that starts at the same moment finds the whole file
 * or none: a draft is linked into place.
 *
 * @param inUse the database has a key already: then a lost file is never replaced.
 * @throws StartError.
 */
export function loadMasterKeyFile(dataDir: string, inUse: boolean): Buffer {
  const file = keyFileIn(dataDir);
  const found = readKeyFile(file);
  if (found !== null) return found;
  if (inUse)
    throw new StartError(`the master key is missing: ${file} is gone and MASTER_KEY is not set; restore it`, {
      help: 'master-key-missing',
    });
  writeKeyFile(file, newMasterKey());
  return readKeyFile(file) ?? fail(file, 'it disappeared');
}

export const newMasterKey = () => randomBytes(LENGTH);

/** @returns `null` when the file does not exist. */
export function readKeyFile(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
    makePrivate(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return fail(file, spellSystemError(error));
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return fail(file, 'it does not contain 32 bytes in base64url');
  return Buffer.from(text, 'base64url');
}

/** Writes a key file atomically and durably; never over another. */
export function writeKeyFile(file: string, key: Buffer): void {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${key.toString('base64url')}\n`);
    fsyncSync(descriptor);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(descriptor);
    unlinkSync(draft);
  }
  syncFolderOf(file);
}

/** Makes a new file's name durable. */
export function syncFolderOf(file: string): void {
  const folder = openSync(join(file, '..'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function fail(file: string, reason: string): never {
  throw new StartError(`the master key ${file} cannot be read: ${reason}`, { help: 'master-key-unreadable' });
}
