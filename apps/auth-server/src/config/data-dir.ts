import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { StartError } from './settings-error';
import { spellSystemError } from './system-error';

const PRIVATE = 0o700;
const STICKY = 0o1000;

/**
 * Makes the data folder, for its owner alone (0700); what is made in it later is 0600.
 *
 * @throws StartError when it cannot be made, read or written.
 */
export function prepareDataDir(dataDir: string): void {
  process.umask(0o077);
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE });
    const { mode } = statSync(dataDir);
    // A folder that everybody may write into, like /tmp, is not ours to close.
    if ((mode & 0o077) !== 0 && (mode & STICKY) === 0) chmodSync(dataDir, PRIVATE);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`the data folder ${dataDir} cannot be used: ${spellSystemError(error)}`, {
      cause: error,
      help: 'data-folder',
    });
  }
}
