import { type SqlValue, type Unit, run, signal } from '../database/sql';
import { CLOCK_SKEW } from './revocation-kind';
import type { Revocation } from './revocation.entity';

/**
 * Milliseconds that access tokens live at most: keys know the longest lifetime of theirs. With a margin, as another process
 * may issue by a clock that is ahead.
 */
export const LONGEST_LIFE = `(${CLOCK_SKEW * 1000}
  + 1000 * (SELECT COALESCE(MAX(CAST(longest_token_ttl AS bigint)), 0) FROM signing_keys))`;

/** Epoch milliseconds by which every access token issued until `?` has expired. */
export const LAST_EXPIRY = `CAST(? AS bigint) + ${LONGEST_LIFE}`;

const INSERT = (expiresAt: string) =>
  `INSERT INTO revocations (kind, subject, client_id, below, at, expires_at) VALUES (?, ?, ?, ?, ?, ${expiresAt})`;
const INSERT_UNTIL = INSERT('?');
const INSERT_WIDE = INSERT(LAST_EXPIRY);

type Entry = Pick<Revocation, 'kind' | 'subject' | 'at'> &
  Partial<Pick<Revocation, 'clientId' | 'below'>> & {
    /** Default: when every access token issued until `at` has expired. */
    expiresAt?: number;
  };

/** Publishes the ending of tokens, in the unit of work that ends them. */
export function* recordRevocation(entry: Entry): Unit<void> {
  const { kind, subject, clientId = null, below = null, at, expiresAt } = entry;
  const text = expiresAt === undefined ? INSERT_WIDE : INSERT_UNTIL;
  yield* run(text, kind, subject, clientId, below, at, expiresAt ?? at);
  yield* signal('revocations');
}

/** The same for all rows of a query; `select` names the columns of the insert. */
export function* recordRevocations(select: string, ...values: readonly SqlValue[]): Unit<number> {
  const count = yield* run(
    `INSERT INTO revocations (kind, subject, client_id, below, at, expires_at) ${select}`,
    ...values,
  );
  if (count > 0) yield* signal('revocations');
  return count;
}
