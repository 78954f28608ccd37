import { timeOrderedId } from '../database/time-ordered-id';
import { type Unit, get, run } from '../database/sql';
import { parseScope, unionScope } from '../protocol/request/scope';

const SELECT = 'SELECT id, scopes, epoch, revoked_at AS "revokedAt" FROM grants WHERE account_id = ? AND client_id = ?';
const INSERT = 'INSERT INTO grants (id, account_id, client_id, scopes, epoch, created_at) VALUES (?, ?, ?, ?, 0, ?)';
const WIDEN = 'UPDATE grants SET scopes = ? WHERE id = ?';
const BEGIN_AGAIN = 'UPDATE grants SET scopes = ?, created_at = ?, last_used_at = NULL, revoked_at = NULL WHERE id = ?';

export interface GivenGrant {
  id: string;
  epoch: number;
}

interface Row extends GivenGrant {
  scopes: string;
  revokedAt: number | null;
}

/** Creates the pair's grant, adds the scopes to an active one, or restarts an ended one with these scopes alone. */
export function* giveGrant(
  { accountId, clientId, scope }: { accountId: string; clientId: number; scope: readonly string[] },
  now: number,
): Unit<GivenGrant> {
  const row = yield* get<Row>(SELECT, accountId, clientId);
  if (row === undefined) {
    const id = timeOrderedId(now);
    yield* run(INSERT, id, accountId, clientId, scope.join(' '), now);
    return { id, epoch: 0 };
  }
  const { id, epoch } = row;
  if (row.revokedAt === null) {
    const scopes = unionScope(parseScope(row.scopes), scope).join(' ');
    // Most approvals repeat an earlier one; without a write they need no row lock.
    if (scopes !== row.scopes) yield* run(WIDEN, scopes, id);
  } else yield* run(BEGIN_AGAIN, scope.join(' '), now, id);
  return { id, epoch };
}
