import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { type Unit, get, run } from '../../platform/database/sql';
import { parseScope, unionScope } from '../../protocol/request/scope';

const SELECT = `SELECT id, scopes, test_scopes AS "testScopes", epoch, reissues, given_in AS "givenIn", revoked_at AS "revokedAt" FROM grants
  WHERE account_id = ? AND client_id = ?`;
/** Services hold entries of an earlier grant of the pair, which was purged, or of all the account's: its counters go on. */
const BEGUN = (kind: 'grant' | 'reissue') => `COALESCE((SELECT MAX(r.below) FROM revocations r
  WHERE r.subject = ? AND r.kind = '${kind}' AND r.client_id IN ('', (SELECT c.client_id FROM clients c WHERE c.id = ?))), 0)`;
const INSERT = `INSERT INTO grants (id, account_id, client_id, scopes, test_scopes, given_in, created_at, epoch,
    reissues)
  VALUES (?, ?, ?, ?, ?, ?, ?, ${BEGUN('grant')}, ${BEGUN('reissue')}) RETURNING id, epoch, reissues`;
const WIDEN = 'UPDATE grants SET scopes = ?, test_scopes = ? WHERE id = ?';
const BEGIN_AGAIN = `UPDATE grants SET scopes = ?, test_scopes = ?, given_in = ?, created_at = ?,
  last_used_at = NULL, revoked_at = NULL WHERE id = ?`;
const GIVEN_ELSEWHERE_TOO = 'UPDATE grants SET given_in = NULL WHERE id = ?';

export interface GivenGrant extends StoredGrant {
  /** Whether the application had less before. */
  isNews: boolean;
}

interface StoredGrant {
  id: string;
  epoch: number;
  reissues: number;
}

interface Giving {
  accountId: string;
  clientId: number;
  scope: readonly string[];
  /** The sign-in session that approves; `null`: none. */
  sessionId: string | null;
  /** For a test token, to which the account has not consented. */
  isTest?: boolean;
}

interface Row extends StoredGrant {
  scopes: string;
  testScopes: string;
  givenIn: string | null;
  revokedAt: number | null;
}

/** Creates the pair's grant, adds the scopes to an active one, or restarts an ended one with these scopes alone. */
export function* giveGrant(giving: Giving, now: number): Unit<GivenGrant> {
  const { accountId, clientId, scope, sessionId, isTest = false } = giving;
  const row = yield* get<Row>(SELECT, accountId, clientId);
  const [scopes, testScopes] = [scope.join(' '), isTest ? scope.join(' ') : ''];
  if (row === undefined) {
    const pair = [accountId, clientId];
    const values = [timeOrderedId(now), ...pair, scopes, testScopes, sessionId, now];
    return { ...(yield* get<StoredGrant>(INSERT, ...values, ...pair, ...pair))!, isNews: true };
  }
  const { id, epoch, reissues } = row;
  const isActive = row.revokedAt === null;
  if (isActive) yield* widen(row, giving);
  else yield* run(BEGIN_AGAIN, scopes, testScopes, sessionId, now, id);
  const consented = isActive ? parseScope(row.scopes).filter((name) => !parseScope(row.testScopes).includes(name)) : [];
  const isNews = !isActive || scope.some((name) => !consented.includes(name));
  return { id, epoch, reissues, isNews };
}

function* widen({ id, givenIn, ...row }: Row, { scope, sessionId, isTest = false }: Giving): Unit<void> {
  const [had, hadForTest] = [parseScope(row.scopes), parseScope(row.testScopes)];
  const scopes = unionScope(had, scope).join(' ');
  const forTest = isTest
    ? unionScope(
        hadForTest,
        scope.filter((name) => !had.includes(name)),
      )
    : hadForTest.filter((name) => !scope.includes(name));
  const testScopes = forTest.join(' ');
  // Most approvals repeat an earlier one; without a write they need no row lock.
  if (scopes !== row.scopes || testScopes !== row.testScopes) yield* run(WIDEN, scopes, testScopes, id);
  if (givenIn !== null && givenIn !== sessionId) yield* run(GIVEN_ELSEWHERE_TOO, id);
}
