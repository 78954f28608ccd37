import { chownSync, existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { asideName } from '../../database/sqlite/set-aside';
import { assertNew, keepAs, syncFolderOf } from '../backup/new-file';

/** What SQLite may keep beside a database. Left there, it would be taken for the new one's. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Gives the draft the database's name in one step. What had it is kept under another, with whatever stands beside it.
 *
 * @returns that name; `null` where there was nothing.
 */
export function swapIn({ file, draft }: { file: string; draft: string }, now: number): string | null {
  const kept = asideName(file, 'replaced', now);
  assertNew(kept);
  const companions = COMPANIONS.filter((suffix) => existsSync(file + suffix));
  for (const suffix of companions) renameSync(file + suffix, kept + suffix);
  giveToOwner(draft, dirname(file));
  const isThere = existsSync(file);
  if (isThere) keepAs(file, kept);
  renameSync(draft, file);
  syncFolderOf(file);
  return isThere || companions.length > 0 ? kept : null;
}

/** What root restores, the server must be able to open, which is another user's. */
export function giveToOwner(draft: string, folder: string): void {
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
}
