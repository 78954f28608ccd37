import type { Clock } from '../platform/config/clock';
import { BatchSize } from '../platform/database/batch-size';
import { type Unit, all, get, run } from '../platform/database/sql';
import type { Units } from '../platform/database/units';
import { revokeSomeFamilies, familyRevocation } from './family-revocation';
import { grantRevocation } from './grant-revocation';
import type { PendingRevocation } from './pending-revocation.entity';

/** Milliseconds. */
const REQUEST_WAITS = 2_000;

/** A grant of so many families is revoked by itself, then its families in batches of so many. */
const LARGE = 400;

/** Grants in a batch, on PostgreSQL. */
const GRANTS = 200;

/** On SQLite every other write waits for a batch; on PostgreSQL no other transaction needs these rows. */
const sizeOf = ({ engine }: Units, most: number, onPostgres: number) => (engine === 'sqlite' ? most : onPostgres);

/** Statements that walk the grants in the order of an index. */
const partyOf = (whose: string, position: string, ended: string) => {
  const window = `${whose} AND ${position} > ? AND ${position} <= ?`;
  return {
    hasEnded: `SELECT 1 FROM ${ended} IS NOT NULL`,
    select: `SELECT g.id, g.${position} AS position, (SELECT COUNT(*) FROM (SELECT 1 FROM refresh_families f
        WHERE f.grant_id = g.id LIMIT ${LARGE}) AS bounded) AS families
      FROM grants g WHERE g.${whose} AND g.${position} > ? ORDER BY g.${position} LIMIT ?`,
    families: familyRevocation(`SELECT id FROM grants WHERE ${window} AND revoked_at IS NULL`),
    grants: grantRevocation(window),
  };
};
const PARTIES = {
  account: {
    ...partyOf('account_id = ?', 'client_id', 'accounts WHERE id = ? AND closed_at'),
    first: 0,
    keyOf: String,
  },
  client: { ...partyOf('client_id = ?', 'id', 'clients WHERE id = ? AND revoked_at'), first: '', keyOf: Number },
};
type Position = string | number;

/** Not after another revocation of the same subject. */
const DELETE = 'DELETE FROM pending_revocations WHERE kind = ? AND subject = ? AND at = ?';

interface Candidate {
  id: string;
  position: Position;
  /** At most {@link LARGE}. */
  families: number;
}

interface Done {
  last: Position | undefined;
  /** A grant with families to revoke. */
  large: string | null;
  isLast: boolean;
}

/** Empty if the first candidate is a large grant. */
function firstOf(candidates: readonly Candidate[], most: number): Candidate[] {
  let sum = 0;
  const isTooMuch = ({ families }: Candidate, at: number) => {
    sum += families;
    return families === LARGE || (at > 0 && sum > most);
  };
  const count = candidates.findIndex(isTooMuch);
  return count < 0 ? [...candidates] : candidates.slice(0, count);
}

/** May be restarted, and run in several processes at once. */
export class RevocationInBatches {
  private after: Position | undefined;
  private large: { grantId: string; after: number } | null = null;

  constructor(private readonly pending: PendingRevocation) {
    if (pending.kind === 'grant') this.large = { grantId: pending.subject, after: 0 };
  }

  /** @param most rows, on SQLite. @returns whether there may be more. */
  async runBatch(units: Units, most: number): Promise<boolean> {
    const { large, pending, after } = this;
    if (large !== null) {
      const next = await revokeSomeFamilies(units, { ...large, most: sizeOf(units, most, LARGE) }, pending.at);
      this.large = next === null ? null : { ...large, after: next };
      return true;
    }
    const done = await units.write(() => revokeSome(pending, after, sizeOf(units, most, GRANTS)));
    this.after = done.last;
    if (done.large !== null) this.large = { grantId: done.large, after: 0 };
    return !done.isLast;
  }
}

function* revokeSome(pending: PendingRevocation, after: Position | undefined, most: number): Unit<Done> {
  const { kind, subject, at, address } = pending;
  if (kind === 'grant') return yield* complete(pending);
  const { keyOf, first, hasEnded, select, families, grants } = PARTIES[kind];
  const [key, begin] = [keyOf(subject), after ?? first];
  // A client known by its metadata document may have been stored again.
  if ((yield* get(hasEnded, key)) === undefined) return yield* complete(pending);
  const candidates = yield* all<Candidate>(select, key, begin, most);
  const fitting = firstOf(candidates, most);
  const isLarge = fitting.length === 0;
  const last = isLarge ? candidates[0] : fitting.at(-1);
  if (last === undefined) return yield* complete(pending);
  const window = [key, begin, last.position];
  if (!isLarge) yield* run(families, at, ...window);
  yield* run(grants.record, at, address, ...window);
  yield* run(grants.end, at, ...window);
  return { last: last.position, large: isLarge ? last.id : null, isLast: false };
}

function* complete({ kind, subject, at }: PendingRevocation): Unit<Done> {
  yield* run(DELETE, kind, subject, at);
  return { last: undefined, large: null, isLast: true };
}

/** Works for 2 seconds at most and never throws: the jobs do the rest. */
export async function completeRevocations(
  units: Units,
  clock: Clock,
  revocations: readonly PendingRevocation[],
): Promise<void> {
  const begun = clock.elapsed();
  const isTime = () => clock.elapsed() - begun < REQUEST_WAITS;
  try {
    for (const pending of revocations) {
      const [revocation, batchSize] = [new RevocationInBatches(pending), new BatchSize()];
      while (isTime() && (await batchSize.run((most) => revocation.runBatch(units, most))));
    }
  } catch {
    // The jobs try again, and log the error.
  }
}
