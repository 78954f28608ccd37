import { type Unit, run } from '../database/sql';
import { LAST_EXPIRY, recordRevocations } from '../revocations/record-revocation';

const statementsFor = (which: string) => {
  const living = `FROM grants g JOIN clients c ON c.id = g.client_id WHERE g.${which} AND g.revoked_at IS NULL`;
  return {
    count: `UPDATE grants SET reissues = reissues + 1 WHERE ${which} AND revoked_at IS NULL`,
    // Or an account could fill the memory of every service.
    forget: `DELETE FROM revocations WHERE kind = 'reissue' AND subject = ?
      AND client_id IN (SELECT c.client_id ${living})`,
    publish: `SELECT 'reissue', g.account_id, c.client_id, g.reissues, ?, ${LAST_EXPIRY} ${living}`,
  };
};
const OF = { grant: statementsFor('id = ?'), account: statementsFor('account_id = ?') };

/**
 * Refuses the access tokens issued until now by a grant, or by all of the account's: clients get new ones by their refresh
 * tokens, which stay. A constant number of statements; one entry a grant, which replaces earlier ones.
 */
export function* reissue(of: keyof typeof OF, id: string, accountId: string, now: number): Unit<void> {
  const { count, forget, publish } = OF[of];
  yield* run(count, id);
  yield* run(forget, accountId, id);
  yield* recordRevocations(publish, now, now, id);
}
