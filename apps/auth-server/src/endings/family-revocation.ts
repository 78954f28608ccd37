import { type SqlValue, type Unit, get, run } from '../platform/database/sql';
import type { Units } from '../platform/database/units';
import { LAST_EXPIRY } from './last-expiry';
import { recordRevocations } from './record-revocation';
import { OUTLIVES_SESSION } from './active-session';
import { PURGE_DAY_OF_REVOKED } from './family-times';

/** Ends families at the time that is its first value; a condition follows. */
export const END_FAMILIES = `UPDATE refresh_families SET revoked_at = ?, purge_day = ${PURGE_DAY_OF_REVOKED}`;
const END_ONE = `${END_FAMILIES} WHERE id = ? AND revoked_at IS NULL`;

/** Not until the row's access_expires_at: with a shorter lifetime set since, an earlier token may expire later. */
const publishing = (which: string) => `SELECT 'family', f.id, NULL, NULL, ?, ${LAST_EXPIRY}, g.account_id, c.client_id
  FROM refresh_families f JOIN grants g ON g.id = f.grant_id JOIN clients c ON c.id = g.client_id WHERE ${which}`;
const PUBLISH_ONE = publishing('f.id = ?');

/** @returns whether the family was alive until now. */
export function* revokeFamily(familyId: string, now: number): Unit<boolean> {
  if ((yield* run(END_ONE, now, familyId)) === 0) return false;
  yield* recordRevocations(now, PUBLISH_ONE, now, now, familyId);
  return true;
}

/**
 * The statement that ends the families of grants, at the time that is its first value. Services hold an entry of the
 * grant, client or account until all their access tokens have expired.
 *
 * @param grants a query of their ids, whose values follow.
 */
export const familyRevocation = (grants: string) =>
  `${END_FAMILIES} WHERE revoked_at IS NULL AND grant_id IN (${grants})`;

const IS_OVER = 'revoked_at IS NULL AND grant_epoch < (SELECT g.epoch FROM grants g WHERE g.id = grant_id)';
/** SQLite keeps what is equal in an index in the order of its rows: nothing is looked at twice. */
const WINDOW = 'SELECT rowid AS position FROM refresh_families WHERE grant_id = ? AND rowid > ? ORDER BY rowid LIMIT ?';
const LOOK = `SELECT COUNT(*) AS looked, MAX(position) AS last FROM (${WINDOW}) AS bounded`;
const END_WINDOW = `${END_FAMILIES} WHERE rowid IN (${WINDOW}) AND ${IS_OVER}`;
/** PostgreSQL has no such order, but passes quickly over what has ended, and holds nothing while it looks. */
const END_SOME = `${END_FAMILIES} WHERE revoked_at IS NULL
  AND id = ANY (ARRAY(SELECT id FROM refresh_families WHERE grant_id = ? AND ${IS_OVER} LIMIT ?))`;
const SELECT_OVER = `SELECT 1 FROM refresh_families WHERE grant_id = ? AND ${IS_OVER}`;

/**
 * Ends some families of a grant: those that are not of its epoch.
 *
 * @returns where to go on; `null` where none is left.
 */
export async function revokeSomeFamilies(
  units: Units,
  { grantId, after, most }: { grantId: string; after: number; most: number },
  at: number,
): Promise<number | null> {
  if (units.engine === 'sqlite') return units.write(() => endingWindow([grantId, after, most], most, at));
  if ((await units.run(END_SOME, at, grantId, most)) === most) return after;
  // Fewer: none is left, or somebody else has ended the same ones at this moment.
  return (await units.get(SELECT_OVER, grantId)) === undefined ? null : after;
}

function* endingWindow(window: SqlValue[], most: number, at: number): Unit<number | null> {
  const look = yield* get<{ looked: number; last: number | null }>(LOOK, ...window);
  yield* run(END_WINDOW, at, ...window);
  return look?.looked === most ? look.last : null;
}

const statementsFor = (which: string) => {
  const condition = `revoked_at IS NULL AND ${which} AND NOT (${OUTLIVES_SESSION('scope_granted')})`;
  return {
    publish: publishing(`f.id IN (SELECT id FROM refresh_families WHERE ${condition})`),
    end: `${END_FAMILIES} WHERE ${condition}`,
  };
};
const STATEMENTS = {
  session: statementsFor('sid IN (SELECT s.id FROM sign_in_sessions s WHERE s.id = ? AND s.revoked_at IS NULL)'),
  // By the account's grants: a session that has expired may have no row any more.
  others: statementsFor('grant_id IN (SELECT g.id FROM grants g WHERE g.account_id = ?) AND sid <> ?'),
};

/**
 * Ends the families that OpenID Connect began in sessions that end or have expired, but for those that were granted
 * `offline_access` (Back-Channel Logout §2.7).
 *
 * @param ids of the session; or of the account, and the session that stays.
 */
export function* revokeFamiliesOfSessions(
  of: keyof typeof STATEMENTS,
  ids: readonly string[],
  now: number,
): Unit<void> {
  const { publish, end } = STATEMENTS[of];
  if ((yield* recordRevocations(now, publish, now, now, ...ids)) > 0) yield* run(end, now, ...ids);
}
