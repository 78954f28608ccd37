import { type Unit, all, announce, get, run, signal } from '../platform/database/sql';
import { LAST_EXPIRY } from './last-expiry';

/** Entries of a holder's grant for one client, of its own tokens, and of all together: more become one. */
const MOST_OF_PAIR = 32;
const MOST_OF_HOLDER = 64;

/** As `pair`: an application's own tokens, or all grants of an account. */
const ALL = '';

const COUNT = `SELECT pair, CAST(COUNT(*) AS integer) AS count FROM revocations WHERE holder = ? GROUP BY pair`;

const FORGET = (which: string) => [
  `DELETE FROM revoked_access_tokens WHERE jti IN (SELECT subject FROM revocations WHERE kind = 'token' AND ${which})`,
  `DELETE FROM revocations WHERE ${which}`,
];
const COUNT_UP = (counts: string) => `SELECT COALESCE(MAX(counts.n), 0) + 1 AS next FROM (
  SELECT below AS n FROM revocations WHERE subject = ? AND kind = 'reissue' UNION ALL ${counts}) AS counts`;
const CLIENT_OF_PAIR = '(SELECT c.id FROM clients c WHERE c.client_id = ?)';
const OF_GRANT = `account_id = ? AND client_id = ${CLIENT_OF_PAIR}`;

const PAIR = {
  next: COUNT_UP(`SELECT reissues FROM grants WHERE ${OF_GRANT}`),
  count: `UPDATE grants SET reissues = ? WHERE ${OF_GRANT}`,
  // The grant's epoch refuses what came after the count of an earlier row, too.
  forget: FORGET("holder = ? AND pair = ? AND kind <> 'grant'"),
};
const HOLDER = {
  next: COUNT_UP(
    'SELECT reissues FROM grants WHERE account_id = ? UNION ALL SELECT reissues FROM clients WHERE client_id = ?',
  ),
  countGrants: 'UPDATE grants SET reissues = ? WHERE account_id = ?',
  countOwn: 'UPDATE clients SET reissues = ? WHERE client_id = ?',
  forget: FORGET('holder = ?'),
};
const PUBLISH = `INSERT INTO revocations (kind, subject, client_id, below, at, expires_at, holder, pair)
  VALUES ('reissue', ?, ?, ?, ?, ${LAST_EXPIRY}, ?, ?)`;

/**
 * Refuses the access tokens issued until now by a grant: the client gets new ones by its refresh tokens, which stay. One
 * entry takes the place of those of its families and tokens: an ended family brings no token of the new count.
 */
export function* coverGrant(accountId: string, clientId: string, at: number): Unit<void> {
  const pair = [accountId, clientId];
  const { next } = (yield* get<{ next: number }>(PAIR.next, accountId, ...pair))!;
  yield* run(PAIR.count, next, ...pair);
  for (const text of PAIR.forget) yield* run(text, ...pair);
  yield* run(PUBLISH, ...pair, next, at, at, ...pair);
  yield* signal('revocations');
}

/** The same for all grants of an account, or for an application's own tokens. */
export function* coverHolder(holder: string, at: number): Unit<void> {
  const { next } = (yield* get<{ next: number }>(HOLDER.next, holder, holder, holder))!;
  yield* run(HOLDER.countGrants, next, holder);
  if ((yield* run(HOLDER.countOwn, next, holder)) > 0) yield* announce('clients');
  for (const text of HOLDER.forget) yield* run(text, holder);
  yield* run(PUBLISH, holder, ALL, next, at, at, holder, ALL);
  yield* signal('revocations');
}

/** After every new entry of a holder, in its unit of work: no account or application fills the list (ADR 42). */
export function* coverWhereMany(holder: string, at: number): Unit<void> {
  const counts = yield* all<{ pair: string; count: number }>(COUNT, holder);
  const many = counts.filter(({ count }) => count > MOST_OF_PAIR);
  const left = counts.reduce((sum, { count }) => sum + (count > MOST_OF_PAIR ? 1 : count), 0);
  if (left > MOST_OF_HOLDER || many.some(({ pair }) => pair === ALL)) yield* coverHolder(holder, at);
  else for (const { pair } of many) yield* coverGrant(holder, pair, at);
}
