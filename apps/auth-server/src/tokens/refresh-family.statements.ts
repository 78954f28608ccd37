import { PARTIES_STAND } from '../grants/grant-parties';

/** What never changes. */
const FACTS = `f.scope_asked AS "scopeAsked", f.scope_granted AS "scopeGranted", f.resource,
    f.sid, f.auth_time AS "authTime", f.acr, f.dpop_jkt AS "dpopJkt",
    f.authorization_details AS "authorizationDetails"`;

/** On SQLite nobody writes between what a unit reads and what it writes: the rules are asked in between. */
export const SELECT_USABLE = `SELECT f.grant_id AS "grantId", f.reap_day AS "purgeDay", ${FACTS},
    g.account_id AS "accountId", g.last_used_at AS "lastUsedAt"
  FROM refresh_families f JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
  WHERE f.id = ? AND f.generation = ? AND f.revoked_at IS NULL AND f.expires_at > ?
    AND g.client_id = ? AND ${PARTIES_STAND('g')}`;
export const ROTATE = `UPDATE refresh_families SET generation = generation + 1, expires_at = ?, access_expires_at = ?,
    rotated_at = ?, rotated_scope = ?
  WHERE id = ? AND generation = ?`;
/** By itself, as SQLite writes the index of every column that a statement sets. */
export const PURGE_LATER = 'UPDATE refresh_families SET reap_day = ? WHERE id = ?';

const ROTATE_WITH = (lock: string) => `WITH usable AS MATERIALIZED (
    SELECT asked.*, f.grant_id, f.account_id, f.last_used_at
    FROM json_to_recordset(CAST(? AS json)) AS asked(position integer, family_id text, generation integer, now bigint,
        client_id integer, expires_at bigint, access_expires_at bigint, rotated_at bigint, rotated_scope text,
        reap_day integer, usable text, scope text, proof_key text, needs_key integer)
      JOIN LATERAL (SELECT f.*, g.client_id, g.account_id, g.last_used_at
        FROM refresh_families f JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
        WHERE f.id = asked.family_id AND f.generation = asked.generation AND f.revoked_at IS NULL
          AND f.expires_at > asked.now AND ${PARTIES_STAND('g')}
        FOR NO KEY UPDATE OF f ${lock}) f ON f.client_id = asked.client_id
    WHERE (f.scope_granted = '' OR EXISTS (SELECT 1 FROM unnest(string_to_array(f.scope_granted, ' ')) AS granted(name)
        WHERE f.resource || ' ' || granted.name = ANY (string_to_array(asked.usable, chr(10)))))
      AND string_to_array(f.scope_asked, ' ') @> string_to_array(asked.scope, ' ')
      AND (f.dpop_jkt IS NULL OR f.dpop_jkt = asked.proof_key OR asked.needs_key = 0)
  )
  UPDATE refresh_families f SET generation = f.generation + 1, expires_at = usable.expires_at,
    access_expires_at = usable.access_expires_at, rotated_at = usable.rotated_at, rotated_scope = usable.rotated_scope,
    reap_day = usable.reap_day
  FROM usable WHERE f.id = usable.family_id AND f.generation = usable.generation
  RETURNING usable.position, f.grant_id AS "grantId", ${FACTS}, usable.account_id AS "accountId",
    usable.last_used_at AS "lastUsedAt"`;
/** On PostgreSQL the rules are part of the one statement: some of what was granted is left, no more is asked, and the
 * key is the family's where it must be. */
export const ROTATE_AT_ONCE = { together: ROTATE_WITH('SKIP LOCKED'), alone: ROTATE_WITH('') };

export const SELECT_LIVING = `SELECT f.grant_id AS "grantId", f.generation, f.rotated_at AS "rotatedAt",
    f.rotated_scope AS "rotatedScope", ${FACTS}, g.account_id AS "accountId", g.last_used_at AS "lastUsedAt", c.client_id AS "publicClientId",
    CASE WHEN c.enabled THEN c.refresh_retry_window ELSE 0 END AS "refreshRetryWindow"
  FROM refresh_families f JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
    JOIN clients c ON c.id = g.client_id AND c.revoked_at IS NULL
    JOIN accounts a ON a.id = g.account_id AND a.closed_at IS NULL
  WHERE f.id = ? AND f.revoked_at IS NULL AND f.expires_at > ? AND g.client_id = ?`;
