import { linkSync, renameSync, rmSync } from 'node:fs';
import type { Settings } from '../config/settings';
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
 * The master key of the database that keeps this check value.
 *
 * @throws StartError when it is lost, unreadable or another one.
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
 * Writes the next master key beside the present one. It gets the name by {@link finishReplacement}, after the database
 * has committed: a crash in between leaves both, and the check value tells which one counts.
 */
export function writeNextKey(dataDir: string): Buffer {
  const file = nextFileIn(dataDir);
  // Left by a replacement that never committed: the caller has opened the database with the present key.
  rmSync(file, { force: true });
  const key = newMasterKey();
  writeKeyFile(file, key);
  return key;
}

/** Gives the new key its name, after the commit or after a crash between the two. Several processes may do so. */
export function finishReplacement(dataDir: string, value: string): void {
  const next = readKeyFile(nextFileIn(dataDir));
  if (next === null || !isKeyOf(next, value)) return;
  keepReplaced(dataDir);
  ignoring('ENOENT', () => renameSync(nextFileIn(dataDir), keyFileIn(dataDir)));
  syncFolderOf(keyFileIn(dataDir));
}

/** The name under which a replaced key stays: backups made before open with it alone. */
export const replacedFileIn = (dataDir: string, key: Buffer) =>
  `${keyFileIn(dataDir)}.replaced-${checkValueOf(key).slice(0, 8)}`;

function keepReplaced(dataDir: string): void {
  const replaced = readKeyFile(keyFileIn(dataDir));
  if (replaced === null) return;
  ignoring('EEXIST', () => linkSync(keyFileIn(dataDir), replacedFileIn(dataDir, replaced)));
}

export const nextFileIn = (dataDir: string) => `${keyFileIn(dataDir)}.new`;

/** Another process may have done the same at this moment. */
function ignoring(code: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  }
}
