/** The database cannot be used now; the caller may try again. Answered as 503 with `Retry-After`. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** SQLite's result codes that tell of the machine, not of the statement. */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOTADB|CORRUPT|NOMEM|PROTOCOL)/;

/** The driver's code of an error, also through TypeORM's wrapping. */
export function sqliteCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('driverError' in error && error.driverError !== error) return sqliteCode(error.driverError);
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export const isBusy = (error: unknown) => sqliteCode(error)?.startsWith('SQLITE_BUSY') ?? false;

export const isUniqueViolation = (error: unknown) => sqliteCode(error) === 'SQLITE_CONSTRAINT_UNIQUE';

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  return UNAVAILABLE.test(sqliteCode(error) ?? '');
}
