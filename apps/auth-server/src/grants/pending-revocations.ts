import type { Clock } from '../config/clock';
import { BatchSize } from '../database/batch-size';
import { type Unit, all, get, run } from '../database/sql';
import type { Units } from '../database/units';
import { revokeSomeFamilies, familyRevocation } from '../tokens/family-revocation';
import { grantRevocation } from './grant-revocation';
import type { PendingRevocation } from './pending-revocation.entity';

/** How long a caller waits for what follows an end, in milliseconds; the jobs do the rest. */
const PATIENCE = 2_000;

/** A grant of so many families is ended by itself, a part of them at a time. */
const LARGE = 400;

/** Grants with their families and events, on PostgreSQL. */
const SOME = 200;

/**
 * On SQLite everybody waits for a batch. On PostgreSQL nobody does, as nobody else wants these rows: what takes its time
 * there is to go to and fro, and small batches of it would take for ever where the machine is busy.
 */
const sizeOf = ({ engine }: Units, most: number, onPostgres: number) => (engine === 'sqlite' ? most : onPostgres);

/** The grants of an application or an account, in the order of an index. */
const partyOf = (whose: string, position: string, gone: string) => {
  const window = `${whose} AND ${position} > ? AND ${position} <= ?`;
  return {
    isGone: `SELECT 1 FROM ${gone} IS NOT NULL`,
    look: `SELECT g.id, g.${position} AS position, (SELECT COUNT(*) FROM (SELECT 1 FROM refresh_families f
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

/** Unless the same ended again meanwhile. */
const DELETE = 'DELETE FROM loose_ends WHERE kind = ? AND subject = ? AND at = ?';

interface Looked {
  id: string;
  position: Position;
  /** As many as make it a large one at most. */
  families: number;
}

interface Done {
  /** Where to go on. */
  last: Position | undefined;
  /** The grant whose families are still to be ended. */
  large: string | null;
  isLast: boolean;
}

/** What a batch can end of what was looked at, from its beginning: nothing where a large one comes first. */
function firstOf(looked: readonly Looked[], most: number): Looked[] {
  let together = 0;
  const isTooMuch = ({ families }: Looked, at: number) => {
    together += families;
    return families === LARGE || (at > 0 && together > most);
  };
  const count = looked.findIndex(isTooMuch);
  return count < 0 ? [...looked] : looked.slice(0, count);
}

/** Ends what an end has left, a batch at a time. It may be begun anew, and two may do it at once. */
export class RevocationInBatches {
  private after: Position | undefined;
  /** The grant of whose families some are ended at a time. */
  private large: { grantId: string; after: number } | null = null;

  constructor(private readonly end: PendingRevocation) {
    if (end.kind === 'grant') this.large = { grantId: end.subject, after: 0 };
  }

  /** @param most on SQLite: grants with their families, or families of one. @returns whether there may be more. */
  async runBatch(units: Units, most: number): Promise<boolean> {
    const { large, end, after } = this;
    if (large !== null) {
      const next = await revokeSomeFamilies(units, { ...large, most: sizeOf(units, most, LARGE) }, end.at);
      this.large = next === null ? null : { ...large, after: next };
      return true;
    }
    const done = await units.write(() => endingSome(end, after, sizeOf(units, most, SOME)));
    this.after = done.last;
    if (done.large !== null) this.large = { grantId: done.large, after: 0 };
    return !done.isLast;
  }
}

function* endingSome(end: PendingRevocation, after: Position | undefined, most: number): Unit<Done> {
  if (end.kind === 'grant') return yield* complete(end);
  const { keyOf, first, isGone, look, families, grants } = PARTIES[end.kind];
  const [key, begin] = [keyOf(end.subject), after ?? first];
  // A client that its document describes may be there again.
  if ((yield* get(isGone, key)) === undefined) return yield* complete(end);
  const looked = yield* all<Looked>(look, key, begin, most);
  const fitting = firstOf(looked, most);
  const isLarge = fitting.length === 0;
  const last = isLarge ? looked[0] : fitting.at(-1);
  if (last === undefined) return yield* complete(end);
  const window = [key, begin, last.position];
  // A large one ends by itself first, and its families are refused from then on.
  if (!isLarge) yield* run(families, end.at, ...window);
  yield* run(grants.record, end.at, end.address, ...window);
  yield* run(grants.end, end.at, ...window);
  return { last: last.position, large: isLarge ? last.id : null, isLast: false };
}

function* complete({ kind, subject, at }: PendingRevocation): Unit<Done> {
  yield* run(DELETE, kind, subject, at);
  return { last: undefined, large: null, isLast: true };
}

/**
 * Ends what ends have left, as far as it can be done in 2 seconds. What fails is left to the jobs: the ends themselves
 * stand, and their callers are to hear so.
 */
export async function completeRevocations(
  units: Units,
  clock: Clock,
  ends: readonly PendingRevocation[],
): Promise<void> {
  const begun = clock.elapsed();
  const isTime = () => clock.elapsed() - begun < PATIENCE;
  try {
    for (const end of ends) {
      const [revocation, batchSize] = [new RevocationInBatches(end), new BatchSize()];
      while (isTime() && (await batchSize.run((most) => revocation.runBatch(units, most))));
    }
  } catch {
    // The jobs meet it again, and tell.
  }
}
