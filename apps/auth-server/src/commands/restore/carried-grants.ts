import type { Ending } from '../ending';
import { PRESENT } from './present-row';

/** Grants ended since the backup, and what of the others was taken away. Uses the function `intersect_scopes`. */
export const GRANTS_NARROWED: readonly Ending[] = [
  {
    counted: 'grants',
    // A grant narrowed to scopes that the backup's lacks is left nothing.
    text: `UPDATE main.grants SET revoked_at = @now,
        epoch = 1 + MAX(epoch, COALESCE((SELECT p.epoch FROM present.grants p WHERE p.id = grants.id), 0))
      WHERE revoked_at IS NULL AND NOT ${PRESENT(
        'grants',
        'id',
        `p.revoked_at IS NULL AND p.epoch = grants.epoch
          AND (grants.scopes = '' OR intersect_scopes(grants.scopes, p.scopes) <> '')`,
      )}`,
  },
  {
    counted: "grants' scopes",
    text: `UPDATE main.grants SET scopes = intersect_scopes(grants.scopes, p.scopes) FROM present.grants p
      WHERE p.id = grants.id AND grants.revoked_at IS NULL
        AND intersect_scopes(grants.scopes, p.scopes) <> grants.scopes`,
  },
  {
    counted: "token families' scopes",
    text: `UPDATE main.refresh_families SET scope_granted = p.scope_granted FROM present.refresh_families p
      WHERE p.id = refresh_families.id AND p.scope_granted <> refresh_families.scope_granted`,
  },
];

/** Counters only go up: access tokens have their values. */
export const GRANT_COUNTERS = `UPDATE main.grants SET epoch = MAX(grants.epoch, p.epoch), reissues = MAX(grants.reissues, p.reissues)
  FROM present.grants p WHERE p.id = grants.id AND (p.epoch > grants.epoch OR p.reissues > grants.reissues)`;

export const OWN_COUNTERS = `UPDATE main.clients SET reissues = p.reissues
  FROM present.clients p WHERE p.client_id = clients.client_id AND p.reissues > clients.reissues`;

/** Entries of the replaced database refuse whatever grant has a lower count, also one that only the backup has. */
const PUBLISHED = (kind: string, clients: string) => `(SELECT MAX(r.below) FROM main.revocations r
  WHERE r.kind = '${kind}' AND r.subject = grants.account_id AND r.client_id IN (${clients}))`;
const CLIENT = '(SELECT c.client_id FROM main.clients c WHERE c.id = grants.client_id)';
export const PUBLISHED_COUNTERS = `UPDATE main.grants SET
  epoch = MAX(epoch, COALESCE(${PUBLISHED('grant', CLIENT)}, 0)),
  reissues = MAX(reissues, COALESCE(${PUBLISHED('reissue', `'', ${CLIENT}`)}, 0))`;
