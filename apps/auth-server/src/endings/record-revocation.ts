import { type SqlValue, type Unit, all, run, signal } from '../platform/database/sql';
import { coverWhereMany } from './covering';
import { LAST_EXPIRY } from './last-expiry';
import type { RevocationKind } from './revocation-kind';

const INSERT = 'INSERT INTO revocations (kind, subject, client_id, below, at, expires_at, holder, pair)';
const INSERT_ONE = (expiresAt: string) => `${INSERT} VALUES (?, ?, ?, ?, ?, ${expiresAt}, ?, ?)`;
const INSERT_UNTIL = INSERT_ONE('?');
const INSERT_WIDE = INSERT_ONE(LAST_EXPIRY);

/** A row of the list; its entity says what the columns mean. */
interface Entry {
  kind: RevocationKind;
  subject: string;
  at: number;
  clientId?: string | null;
  below?: number | null;
  holder?: string | null;
  pair?: string | null;
  /** Default: when every access token issued until `at` has expired. */
  expiresAt?: number;
}

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
