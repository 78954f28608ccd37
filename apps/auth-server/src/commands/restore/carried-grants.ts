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

/** Counters of grants only go up: access tokens have their values. */
export const GRANT_COUNTERS = `UPDATE main.grants SET epoch = MAX(grants.epoch, p.epoch), reissues = MAX(grants.reissues, p.reissues)
  FROM present.grants p WHERE p.id = grants.id AND (p.epoch > grants.epoch OR p.reissues > grants.reissues)`;
