import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './settings-error';
import { spellSystemError } from './system-error';

/** From the working directory. */
export const DEFAULT_DATA_DIR = join('data', 'auth-server');

const PRIVATE = 0o700;
const STICKY = 0o1000;

/**
 * Makes the data folder, for its owner alone (0700); what is made in it later is 0600. One of another owner, such as a
 * volume of Kubernetes, is used as it is.
 *
 * @returns what to warn of: that others may enter it.
 * @throws StartError when it cannot be made, read or written.
 */
export function prepareDataDir(dataDir: string): string | null {
  process.umask(0o077);
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE });
    const { mode } = statSync(dataDir);
    const isOpen = (mode & 0o077) !== 0;
    // A folder that everybody may write into, like /tmp, is not ours to close.
    const isLeft = isOpen && (mode & STICKY) === 0 && !makePrivate(dataDir, PRIVATE);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return isLeft ? 'the data folder belongs to another user, and others than its owner can open it' : null;
  } catch (error) {
    throw new StartError(`the data folder ${dataDir} cannot be used: ${spellSystemError(error)}`, {
      cause: error,
      help: 'data-folder',
    });
  }
}

/** Sets the mode of a path of this user: no other user's is ours to change. @returns whether it is this user's */
export function makePrivate(path: string, mode = 0o600): boolean {
  const isOwn = statSync(path).uid === process.geteuid?.();
  if (isOwn) chmodSync(path, mode);
  return isOwn;
}
