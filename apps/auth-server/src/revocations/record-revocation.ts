import { type SqlValue, type Unit, all, run, signal } from '../database/sql';
import { coverWhereMany } from './covering';
import { LAST_EXPIRY } from './last-expiry';
import type { Revocation } from './revocation.entity';

const INSERT = 'INSERT INTO revocations (kind, subject, client_id, below, at, expires_at, holder, pair)';
const INSERT_ONE = (expiresAt: string) => `${INSERT} VALUES (?, ?, ?, ?, ?, ${expiresAt}, ?, ?)`;
const INSERT_UNTIL = INSERT_ONE('?');
const INSERT_WIDE = INSERT_ONE(LAST_EXPIRY);

type Entry = Pick<Revocation, 'kind' | 'subject' | 'at'> &
  Partial<Pick<Revocation, 'clientId' | 'below' | 'holder' | 'pair'>> & {
    /** Default: when every access token issued until `at` has expired. */
    expiresAt?: number;
  };

/** Publishes the ending of tokens, in the unit of work that ends them. */
export function* recordRevocation(entry: Entry): Unit<void> {
  const { kind, subject, clientId = null, below = null, at, expiresAt, holder = null, pair = null } = entry;
  const text = expiresAt === undefined ? INSERT_WIDE : INSERT_UNTIL;
  yield* run(text, kind, subject, clientId, below, at, expiresAt ?? at, holder, pair);
  yield* signal('revocations');
  if (holder !== null) yield* coverWhereMany(holder, at);
}

/** The same for all rows of a query; `select` names the columns of the insert. */
export function* recordRevocations(at: number, select: string, ...values: readonly SqlValue[]): Unit<number> {
  const rows = yield* all<{ holder: string | null }>(`${INSERT} ${select} RETURNING holder`, ...values);
  if (rows.length > 0) yield* signal('revocations');
  for (const holder of new Set(rows.map((row) => row.holder))) if (holder !== null) yield* coverWhereMany(holder, at);
  return rows.length;
}
