import { type Unit, all, run } from '../platform/database/sql';
import { parseScope } from '../protocol/request/scope';
import { intersection } from '../protocol/token/narrowed-scope';
import { END_FAMILIES } from './family-revocation';

const OF_GRANT = 'grant_id = ? AND revoked_at IS NULL';
const WITH_SCOPE = `${OF_GRANT} AND scope_granted = ?`;
/** A grant has few different ones, however many families. */
const SELECT_SCOPES = `SELECT DISTINCT scope_granted AS "scope" FROM refresh_families WHERE ${OF_GRANT}`;
const NARROW = `UPDATE refresh_families SET scope_granted = ? WHERE ${WITH_SCOPE}`;
const END = `${END_FAMILIES} WHERE ${WITH_SCOPE}`;

/** Leaves the families of a grant only these scopes, and ends those that are left none. The grant's new count refuses their tokens. */
export function* narrowFamilies(grantId: string, scopes: readonly string[], now: number): Unit<void> {
  for (const { scope } of yield* all<{ scope: string }>(SELECT_SCOPES, grantId)) {
    const left = intersection(parseScope(scope), scopes).join(' ');
    if (left === scope) continue;
    yield* left === '' ? run(END, now, grantId, scope) : run(NARROW, left, grantId, scope);
  }
}
