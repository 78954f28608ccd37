import { QueryFailedError } from 'typeorm';

/** BUSY, LOCKED, READONLY, IOERR, FULL and CANTOPEN; an extended code has one of them in its lower 8 bits. */
const CODES = [5, 6, 8, 10, 13, 14];

/** Whether a statement failed because the file is locked, full or missing, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { errcode } = error.driverError as { errcode?: unknown };
  return typeof errcode === 'number' && CODES.includes(errcode & 0xff);
}
