import { spellSystemError } from '../config/system-error';

/** Why something failed, in the words of SQLite or of the system, without a stack. */
export function reasonOf(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return syscall === undefined || code === undefined ? message : spellSystemError(error);
}
