import { linkSync, renameSync, rmSync } from 'node:fs';
import type { Settings } from '../../platform/config/settings';
import {
  assertCheckValue,
  checkValueOf,
  isKeyOf,
  keyFileIn,
  loadMasterKeyFile,
  newMasterKey,
  readKeyFile,
  syncFolderOf,
  writeKeyFile,
} from './master-key';

/**
 * The master key of the database with this check value.
 *
 * @throws StartError when it is missing, unreadable or another one.
 */
export function openingKey({ masterKey, dataDir }: Pick<Settings, 'masterKey' | 'dataDir'>, value: string): Buffer {
  const key = masterKey ?? openingFile(dataDir, value);
  assertCheckValue(key, value);
  return key;
}

function openingFile(dataDir: string, value: string): Buffer {
  const found = readKeyFile(keyFileIn(dataDir));
  if (found === null || !isKeyOf(found, value)) finishReplacement(dataDir, value);
  return loadMasterKeyFile(dataDir, true);
}

/**
 * Writes the next master key beside the present one. {@link finishReplacement} renames it after the commit: a crash in
 * between leaves both, and the check value decides.
 */
export function writeNextKey(dataDir: string): Buffer {
  const file = nextFileIn(dataDir);
  // A file left by a replacement that never committed: the present key opens the database.
  rmSync(file, { force: true });
  const key = newMasterKey();
  writeKeyFile(file, key);
  return key;
}

/** Renames the next key, after the commit or a crash. Several processes may do so at once. */
export function finishReplacement(dataDir: string, value: string): void {
  const next = readKeyFile(nextFileIn(dataDir));
  if (next === null || !isKeyOf(next, value)) return;
  keepReplaced(dataDir);
  ignoring('ENOENT', () => renameSync(nextFileIn(dataDir), keyFileIn(dataDir)));
  syncFolderOf(keyFileIn(dataDir));
}

/** The name of a replaced key, which earlier backups need. */
export const replacedFileIn = (dataDir: string, key: Buffer) =>
  `${keyFileIn(dataDir)}.replaced-${checkValueOf(key).slice(0, 8)}`;

function keepReplaced(dataDir: string): void {
  const replaced = readKeyFile(keyFileIn(dataDir));
  if (replaced === null) return;
  ignoring('EEXIST', () => linkSync(keyFileIn(dataDir), replacedFileIn(dataDir, replaced)));
}

export const nextFileIn = (dataDir: string) => `${keyFileIn(dataDir)}.new`;

/** Ignores an error code: another process may have done the same. */
function ignoring(code: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  }
}
