import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../platform/config/settings-error';

/** Errors of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Renames a finished draft, atomically, and never over another file. */
export function publish(draft: string, file: string): void {
  if (tryLink(draft, file)) unlinkSync(draft);
  else renameSync(draft, file);
  syncFolderOf(file);
}

/** Gives a file a second name, so that a rename over the first leaves no moment without a file. */
export function keepAs(file: string, other: string): void {
  if (!tryLink(file, other)) renameSync(file, other);
}

export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Makes a new name durable. */
export const syncFolderOf = (file: string) => syncFile(dirname(file));

export function assertNew(file: string): void {
  if (existsSync(file)) throw new StartError(`${file} already exists and is not overwritten; use another name`);
}

function tryLink(file: string, other: string): boolean {
  try {
    linkSync(file, other);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') assertNew(other);
    if (code === undefined || !NO_LINKS.includes(code)) throw error;
    assertNew(other);
    return false;
  }
}
