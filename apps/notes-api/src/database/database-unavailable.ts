import { QueryFailedError } from 'typeorm';

// Extended codes begin with these, e.g. SQLITE_BUSY_SNAPSHOT.
const CODES = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'];

/** Whether a statement failed because the file is locked, full or missing, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { code?: unknown };
  return typeof code === 'string' && CODES.some((prefix) => code.startsWith(prefix));
}
