/** The database cannot be used now; the caller may try again. Answered as 503 with `Retry-After`. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** Refused before anything was done: more waits than can be served, or the caller is gone. The caller may try again. */
export class NotBegunError extends DatabaseUnavailableError {
  constructor(message: string, cause?: unknown) {
    super(message, cause);
    this.name = 'NotBegunError';
  }
}

/**
 * Stops the first step of what must not be done for a caller that was served elsewhere meanwhile: it would be a replay.
 *
 * @throws NotBegunError
 */
export function assertAwaited(isAbandoned: () => boolean): void {
  if (isAbandoned()) throw new NotBegunError('the caller did not wait');
}

/** Refused on SQLite as PostgreSQL refuses it: Node 20 would store, and find by, what stands before U+0000. */
export class UnstorableError extends Error {
  constructor() {
    super('a text has the character U+0000');
    this.name = 'UnstorableError';
  }
}

/** SQLite's result codes about the machine, not the statement. */
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOTADB|CORRUPT|NOMEM|PROTOCOL)/;

/**
 * PostgreSQL's: connection (08), login (28), no such database (3D), conflicts after the last retry (40001, 40P01),
 * read-only (25006; 0A000 at BEGIN of a standby), an idle or too long transaction (25P03, 25P04), no lock (55P03),
 * resources (53), operator (57, a cancelled statement too), system (58, XX).
 */
const POSTGRES_UNAVAILABLE = /^(08|28|3D|53|57|58|XX)...$|^(0A000|40001|40P01|25006|25P03|25P04|55P03)$/;

/** Node's codes of a connection. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET)/;

/** Errors of `pg` without a code: the connection was lost while it was used. */
const DRIVER_LOST =
  /^(Connection terminated( unexpectedly)?$|Client has encountered a connection error|Client was closed)/;

/** No connection or no answer in time. */
const DRIVER_TIMEOUT = /^(Query read timeout|Connection terminated due to|timeout )/;

/** A connection that ended: by an operator (57P01), another backend's crash (57P02), idling (57P05, 25P03, 25P04). */
const ENDED = /^(08...|57P0[125]|25P0[34]|ECONNRESET|EPIPE)$/;

/** Of a statement, whose connection can be used again: conflict, no lock, cancelled, no space on disk or in memory. */
const OF_A_STATEMENT = /^(40001|40P01|55P03|57014|53[12]00)$/;

/** SQLite's primary result codes by number; the lower 8 bits of an extended one are its primary (sqlite.org/rescode.html). */
const SQLITE_CODES =
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(
    ' ',
  );

/** @returns such as `SQLITE_FULL`, or `SQLITE_IOERR (778)` for an extended code. */
function sqliteCode(code: number): string {
  const name = `SQLITE_${SQLITE_CODES[code & 0xff] ?? 'ERROR'}`;
  return code > 0xff ? `${name} (${code})` : name;
}

const SQLITE_UNIQUE = sqliteCode(2_067);

/** The engine's code of an error, also through TypeORM's wrapping. */
export function databaseCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('driverError' in error && error.driverError !== error) return databaseCode(error.driverError);
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteCode(error.errcode);
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export const isBusy = (error: unknown) => databaseCode(error)?.startsWith('SQLITE_BUSY') ?? false;

export const isUniqueViolation = (error: unknown) => [SQLITE_UNIQUE, '23505'].includes(databaseCode(error) ?? '');

/** A conflict with another unit: this one may be run again, on the same connection. */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(databaseCode(error) ?? '');

/** PostgreSQL stores no U+0000: as a text, and in JSON. */
export const isUnstorable = (error: unknown) =>
  error instanceof UnstorableError || ['22021', '22P05'].includes(databaseCode(error) ?? '');

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  const code = databaseCode(error);
  if (code === undefined)
    return error instanceof Error && [DRIVER_LOST, DRIVER_TIMEOUT].some((known) => known.test(error.message));
  return [SQLITE_UNAVAILABLE, POSTGRES_UNAVAILABLE, NETWORK].some((known) => known.test(code));
}

/** PostgreSQL refuses connections as it starts or stops. */
const CANNOT_CONNECT_NOW = '57P03';

/** Of a first connection: PostgreSQL is not there, not reached, silent or starting, and may yet come. */
export function comesLater(error: unknown): boolean {
  const code = databaseCode(error);
  if (code === undefined)
    return error instanceof Error && [DRIVER_LOST, DRIVER_TIMEOUT].some((known) => known.test(error.message));
  // Its Unix socket is missing. A certificate may be too, but does not come.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  return code === CANNOT_CONNECT_NOW || NETWORK.test(code);
}

/** The connection was lost while it was used: what was not committed on it is undone. */
export function isLost(error: unknown): boolean {
  const code = databaseCode(error);
  return code === undefined ? error instanceof Error && DRIVER_LOST.test(error.message) : ENDED.test(code);
}

/** The database has not answered in time: it may yet do what it was told. */
export const isUnanswered = (error: unknown) => error instanceof Error && /^Query read timeout/.test(error.message);

/**
 * Whether a connection to PostgreSQL must not be used again: it is lost, or has an unanswered statement. An error that
 * the database reports about a statement leaves it usable.
 */
export const isBroken = (error: unknown) =>
  isDatabaseUnavailable(error) && !(error instanceof NotBegunError) && !OF_A_STATEMENT.test(databaseCode(error) ?? '');
