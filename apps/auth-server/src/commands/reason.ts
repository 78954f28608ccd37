import { spellSystemError } from '../platform/config/system-error';

/** The message of SQLite or of the system, without a stack. */
export function reasonOf(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return syscall === undefined || code === undefined ? message : spellSystemError(error);
}
