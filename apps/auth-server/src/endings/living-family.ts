import type { GrantCounters } from '../protocol/token/access-token-claims';
import type { AuthorizationFacts } from '../protocol/request/authorization-facts';
import { parseScope } from '../protocol/request/scope';

/** The parts of a family that never change, but for the grant's reissues. */
export interface FamilyFacts extends AuthorizationFacts, GrantCounters {
  accountId: string;
  scopeAsked: string[];
  scopeGranted: string[];
  resource: string;
}

export interface FactsRow extends AuthorizationFacts, GrantCounters {
  accountId: string;
  scopeAsked: string;
  scopeGranted: string;
  resource: string;
}

/** A family that has not ended, nor has its grant, client or account; its client may be disabled. */
export interface LivingFamily extends FactsRow {
  grantId: string;
  /** When the grant was last used. */
  lastUsedAt: number | null;
  generation: number;
  rotatedAt: number | null;
  rotatedScope: string | null;
  purgeDay: number;
  publicClientId: string;
  isClientEnabled: number | boolean;
  /** Seconds; `null`: as the setting has it. */
  refreshRetryWindow: number | null;
}

/** Columns of a family `f`. */
export const FACTS = `f.grant_epoch AS "grantEpoch", f.scope_asked AS "scopeAsked", f.scope_granted AS "scopeGranted", f.resource,
    f.sid, f.auth_time AS "authTime", f.acr, f.dpop_jkt AS "dpopJkt",
    f.authorization_details AS "authorizationDetails"`;

/** By its id, the time, and the client's internal id. */
export const SELECT_LIVING = `SELECT f.grant_id AS "grantId", f.generation, f.rotated_at AS "rotatedAt",
    f.rotated_scope AS "rotatedScope", f.purge_day AS "purgeDay", ${FACTS}, g.reissues, g.account_id AS "accountId",
    g.last_used_at AS "lastUsedAt", c.client_id AS "publicClientId", c.enabled AS "isClientEnabled",
    c.refresh_retry_window AS "refreshRetryWindow"
  FROM refresh_families f JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
    JOIN clients c ON c.id = g.client_id AND c.revoked_at IS NULL
    JOIN accounts a ON a.id = g.account_id AND a.closed_at IS NULL
  WHERE f.id = ? AND f.revoked_at IS NULL AND f.expires_at > ? AND g.client_id = ?`;

export const factsOf = (row: FactsRow): FamilyFacts => ({
  accountId: row.accountId,
  grantEpoch: row.grantEpoch,
  reissues: row.reissues,
  scopeAsked: parseScope(row.scopeAsked),
  scopeGranted: parseScope(row.scopeGranted),
  resource: row.resource,
  sid: row.sid,
  authTime: row.authTime,
  acr: row.acr,
  dpopJkt: row.dpopJkt,
  authorizationDetails: row.authorizationDetails,
});
