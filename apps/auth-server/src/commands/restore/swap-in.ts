import { chownSync, existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { asideName } from '../../platform/database/sqlite/set-aside';
import { assertNew, keepAs, syncFolderOf } from '../backup/new-file';

/** Files of SQLite beside a database: left there, SQLite would apply them to the new one. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Renames the draft to the database's name. The old database and its companions are kept under another name.
 *
 * @returns that name, `null` when there was no database.
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

/** The server, which runs as another user, must be able to open what root restores. */
export function giveToOwner(draft: string, folder: string): void {
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
}
