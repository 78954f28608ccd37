import { type Unit, get, run } from '../platform/database/sql';
import { recordEvent } from '../platform/events/events';
import { parseScope } from '../protocol/request/scope';
import { intersection } from '../protocol/token/narrowed-scope';
import { coverGrant } from './covering';
import { narrowFamilies } from './family-narrowing';
import type { RevokedBy } from './grant-revocation';

const SELECT_OWN = `SELECT g.scopes, c.client_id AS "clientId" FROM grants g JOIN clients c ON c.id = g.client_id
  WHERE g.id = ? AND g.account_id = ? AND g.revoked_at IS NULL AND c.revoked_at IS NULL`;
const NARROW = 'UPDATE grants SET scopes = ? WHERE id = ?';
/** Exchanged tokens are refused too. */
const FORGET_DELEGATIONS = 'DELETE FROM delegations WHERE grant_id = ?';

/** `unknown`: not of the grant, and nothing was done. */
export type Narrowing = { outcome: 'none' } | { outcome: 'unknown'; scopes: string[] } | { outcome: 'narrowed' };

/**
 * Leaves an account's grant only these of its scopes. Older access tokens are refused: the clients get new ones by their
 * refresh tokens. Codes and device codes are judged by the grant's scopes when they are used.
 */
export function* narrowGrant(
  { id, accountId, scopes }: { id: string; accountId: string; scopes: readonly string[] },
  { at, address }: RevokedBy,
): Unit<Narrowing> {
  const own = yield* get<{ scopes: string; clientId: string }>(SELECT_OWN, id, accountId);
  if (own === undefined) return { outcome: 'none' };
  const granted = parseScope(own.scopes);
  const unknown = scopes.filter((name) => !granted.includes(name));
  if (unknown.length > 0) return { outcome: 'unknown', scopes: unknown };
  const left = intersection(granted, scopes);
  if (left.length === granted.length) return { outcome: 'narrowed' };
  yield* run(NARROW, left.join(' '), id);
  const { clientId } = own;
  yield* coverGrant(accountId, clientId, at);
  yield* narrowFamilies(id, left, at);
  yield* run(FORGET_DELEGATIONS, id);
  yield* recordEvent({ at, kind: 'grant.narrowed', accountId, clientId, address, scopes: left });
  return { outcome: 'narrowed' };
}
