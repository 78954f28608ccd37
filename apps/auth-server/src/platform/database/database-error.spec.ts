import { QueryFailedError } from 'typeorm';
import {
  DatabaseUnavailableError,
  comesLater,
  databaseCode,
  isBroken,
  isBusy,
  isDatabaseUnavailable,
  isLost,
  isUniqueViolation,
  isUnstorable,
} from './database-error';

const coded = (code: unknown, message = 'a message') => Object.assign(new Error(message), { code });

const ofSqlite = (errcode: number) => Object.assign(coded('ERR_SQLITE_ERROR'), { errcode });

const wrapped = (error: Error) => new QueryFailedError('SELECT 1', [], error);

const UNAVAILABLE = {
  'PostgreSQL: connection gone': '08006',
  'PostgreSQL: wrong password': '28P01',
  'PostgreSQL: no such database': '3D000',
  'PostgreSQL: conflict': '40001',
  'PostgreSQL: deadlock': '40P01',
  'PostgreSQL: read-only': '25006',
  'PostgreSQL: a standby, where no SERIALIZABLE transaction begins': '0A000',
  'PostgreSQL: disk full': '53100',
  'PostgreSQL: too many connections': '53300',
  'PostgreSQL: stood still within a transaction': '25P03',
  'PostgreSQL: took too long for a transaction': '25P04',
  'PostgreSQL: waited too long for a lock': '55P03',
  'PostgreSQL: statement took too long': '57014',
  'PostgreSQL: stopped by its operator': '57P01',
  'PostgreSQL: starting up': '57P03',
  'PostgreSQL: input or output': '58030',
  'PostgreSQL: internal error': 'XX000',
  'nobody listens': 'ECONNREFUSED',
  'cut off': 'ECONNRESET',
  'no answer': 'ETIMEDOUT',
  'no such host': 'ENOTFOUND',
  'no name server': 'EAI_AGAIN',
};

const LOST = [
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];
const LATE = [
  'Query read timeout',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
];

const OTHERS = {
  'PostgreSQL: a row is there': '23505',
  'PostgreSQL: points nowhere': '23503',
  'PostgreSQL: wrong statement': '42601',
  'PostgreSQL: U+0000': '22021',
  'PostgreSQL: in a failed transaction': '25P02',
  'a file': 'ENOENT',
};

describe('errors of the database', () => {
  it.each(Object.entries(UNAVAILABLE))('%s: it cannot be used now', (_, code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(true);
    expect(isDatabaseUnavailable(wrapped(coded(code)))).toBe(true);
  });

  it.each([
    ['SQLITE_BUSY', 5, true],
    ['SQLITE_BUSY (517)', 517, true],
    ['SQLITE_READONLY (1032)', 1_032, true],
    ['SQLITE_IOERR (778)', 778, true],
    ['SQLITE_CORRUPT', 11, true],
    ['SQLITE_FULL', 13, true],
    ['SQLITE_CANTOPEN', 14, true],
    ['SQLITE_NOTADB', 26, true],
    ['SQLITE_ERROR', 1, false],
    ['SQLITE_CONSTRAINT (2067)', 2_067, false],
  ])('SQLite: %s', (name, errcode, isUnavailable) => {
    expect(databaseCode(wrapped(ofSqlite(errcode)))).toBe(name);
    expect(isDatabaseUnavailable(wrapped(ofSqlite(errcode)))).toBe(isUnavailable);
  });

  it.each([...LOST, ...LATE])('%s: it cannot be used now', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
    expect(isDatabaseUnavailable(wrapped(new Error(message)))).toBe(true);
  });

  it.each(Object.entries(OTHERS))('%s: something else', (_, code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(false);
    expect(isDatabaseUnavailable(wrapped(coded(code)))).toBe(false);
  });

  it.each([
    ...['57P01', '57P02', '57P05', '25P03', '08006', 'ECONNRESET', 'EPIPE'].map((code) => coded(code)),
    ...LOST.map((message) => new Error(message)),
  ])('tell that a connection was lost: %s', (error) => {
    expect([isLost(error), isLost(wrapped(error))]).toEqual([true, true]);
  });

  it.each(['ETIMEDOUT', 'ECONNREFUSED', '57014', '57P03', '55P03', '40001', '53300', '23505'])(
    'tell that nothing came of a statement, or that nobody knows: %s',
    (code) => expect(isLost(coded(code, 'Connection terminated'))).toBe(false),
  );

  it.each(LATE)('%s: nobody knows what became of a statement, and its connection is not used again', (message) => {
    expect([isLost(new Error(message)), isBroken(new Error(message))]).toEqual([false, true]);
  });

  it.each(['40001', '40P01', '55P03', '57014', '53100', '53200', '23505'])(
    'of a statement leave its connection in order: %s',
    (code) => expect(isBroken(coded(code))).toBe(false),
  );

  it.each(['25006', '0A000'])('of a database that cannot be written end the use of a connection: %s', (code) =>
    expect(isBroken(coded(code))).toBe(true),
  );

  it('are told by their code: a message that sounds like one is none', () => {
    expect(isDatabaseUnavailable(coded('23505', 'Connection terminated unexpectedly'))).toBe(false);
    expect(isDatabaseUnavailable(new Error('the form says: Connection terminated'))).toBe(false);
    for (const nothing of [undefined, null, 'ECONNRESET', 7, {}, { code: 7 }])
      expect(isDatabaseUnavailable(nothing)).toBe(false);
  });

  it('are ours too', () => {
    const cause = coded('ECONNREFUSED');
    const error = new DatabaseUnavailableError('the database cannot be reached', cause);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(error.cause).toBe(cause);
  });

  it.each([
    [ofSqlite(5), isBusy],
    [ofSqlite(773), isBusy],
    [ofSqlite(2_067), isUniqueViolation],
    [coded('23505'), isUniqueViolation],
    [coded('22021'), isUnstorable],
    [coded('22P05'), isUnstorable],
  ])('%o has a name', (error, isIt) => {
    expect([isBusy, isUniqueViolation, isUnstorable].filter((is) => is(wrapped(error)))).toEqual([isIt]);
  });

  it('have the code of what TypeORM wrapped, however deep', () => {
    expect(databaseCode(wrapped(wrapped(coded('23505'))))).toBe('23505');
    const own = coded('40001');
    expect(databaseCode(Object.assign(own, { driverError: own }))).toBe('40001');
    expect(databaseCode(new Error('no code'))).toBeUndefined();
  });
});

describe('a PostgreSQL that may come later than the server', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P03'])(
    '%s: is waited for',
    (code) => expect(comesLater(coded(code))).toBe(true),
  );

  it.each([...LOST, ...LATE])('%s: is waited for', (message) => expect(comesLater(new Error(message))).toBe(true));

  it('has no Unix socket yet', () => {
    expect(comesLater(Object.assign(coded('ENOENT'), { syscall: 'connect' }))).toBe(true);
    expect(comesLater(Object.assign(coded('ENOENT'), { syscall: 'open' }))).toBe(false);
  });

  it.each(['28P01', '28000', '3D000', '53300', '42501', 'EACCES', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
    '%s: is told at once',
    (code) => expect(comesLater(coded(code))).toBe(false),
  );

  it('may also lack TLS, which is told at once', () =>
    expect(comesLater(new Error('The server does not support SSL connections'))).toBe(false));
});
