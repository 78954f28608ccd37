import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../config/settings-error';

/** What some file systems answer where a file cannot have two names. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Gives a finished draft its name, whole or not at all, and never in the place of another file. */
export function publish(draft: string, file: string): void {
  if (tryLink(draft, file)) unlinkSync(draft);
  else renameSync(draft, file);
  syncFolderOf(file);
}

/** A second name for a file, so that the first can be given to another and there is never none under it. */
export function keepAs(file: string, other: string): void {
  if (!tryLink(file, other)) renameSync(file, other);
}

/** What is written is on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** A new name is durable once its folder is. */
export const syncFolderOf = (file: string) => syncFile(dirname(file));

export function assertNew(file: string): void {
  if (existsSync(file)) throw new StartError(`${file} is there already and is not overwritten; give another name`);
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
