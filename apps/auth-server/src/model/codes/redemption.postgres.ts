import { BatchedStatement } from '../../platform/database/batched-statement';
import type { Units } from '../../platform/database/units';
import { PARTIES_ARE_VALID } from '../../endings/grant-parties';
import { OAuthError } from '../../protocol/oauth-error';
import { APPROVAL_IS_VALID, OUTLIVES_SESSION } from '../../endings/active-session';
import { purgeDay } from '../../endings/family-times';
import type { BegunFamily } from '../tokens/refresh-family.repository';
import { type CodeRow, type FoundCode, SELECT_CODE, codeOf } from './code.repository';
import type { CodeRedemption, CodeRule, CodeUse } from './redemption';

const REDEEM_WITH = (lock: string) => `WITH unspent AS MATERIALIZED (
    SELECT requested.*, k.grant_id, k.grant_epoch, k.sid
    FROM json_to_recordset(CAST(? AS json)) AS requested(position integer, hash text, now bigint, family_id text,
        dpop_jkt text, scope_granted text, reissues bigint, expires_at bigint, access_expires_at bigint,
        purge_day integer)
      JOIN LATERAL (SELECT k.hash, k.grant_id, k.grant_epoch,
          CASE WHEN 'openid' = ANY (string_to_array(k.scope_asked, ' ')) THEN k.sid END AS sid
        FROM authorization_codes k JOIN grants g ON g.id = k.grant_id AND g.epoch = k.grant_epoch
        WHERE k.hash = requested.hash AND k.redeemed_at IS NULL AND k.expires_at > requested.now AND g.revoked_at IS NULL
          AND g.reissues = requested.reissues
          AND ${PARTIES_ARE_VALID('g')} AND ${APPROVAL_IS_VALID('k', 'requested.now', `FOR NO KEY UPDATE ${lock}`)}
        FOR NO KEY UPDATE OF g ${lock} FOR NO KEY UPDATE OF k ${lock}) k ON k.hash = requested.hash
  ), used_grant AS (
    UPDATE grants g SET last_used_at = unspent.now FROM unspent WHERE g.id = unspent.grant_id
  ), used_session AS (
    UPDATE sign_in_sessions x SET expires_at = x.expires_at FROM unspent
    WHERE x.id = unspent.sid AND NOT (${OUTLIVES_SESSION('unspent.scope_granted')})
  ), spent AS (
    UPDATE authorization_codes k SET redeemed_at = unspent.now, family_id = unspent.family_id
    FROM unspent WHERE k.hash = unspent.hash
    RETURNING unspent.*, k.scope_asked, k.resource, k.auth_time, k.acr, k.authorization_details, k.allowed_with
  ), begun AS (
    INSERT INTO refresh_families (id, grant_id, grant_epoch, scope_asked, scope_granted, resource, generation, sid,
      auth_time, acr, authorization_details, allowed_with, dpop_jkt, created_at, expires_at, access_expires_at, purge_day)
    SELECT family_id, grant_id, grant_epoch, scope_asked, scope_granted, resource, 0, sid, auth_time, acr,
      authorization_details, allowed_with, dpop_jkt, now, expires_at, access_expires_at, purge_day FROM spent
  )
  SELECT position FROM spent`;

/**
 * One statement, in one round trip for all exchanges of a moment (ADR 21). It changes the grant's row, and that of the
 * sign-in session where the family ends with it: a transaction that ends either of them at the same moment begins again
 * with a snapshot that shows the family. Where that transaction was first, this statement waits and redeems nothing.
 * Likewise where `reissues` is not the one that was read with the scope: the grant was narrowed in between.
 */
export class PostgresRedemption implements CodeRedemption {
  private readonly statement = new BatchedStatement(this.units, {
    together: REDEEM_WITH('SKIP LOCKED'),
    alone: REDEEM_WITH(''),
  });

  constructor(private readonly units: Units) {}

  async redeem<Left>(use: CodeUse, family: BegunFamily, rule: CodeRule<Left>) {
    for (;;) {
      const { code, left } = rule(codeOf(await this.units.get<CodeRow>(SELECT_CODE, use.hash)));
      if (left instanceof OAuthError) return { code, left, isFirst: false };
      if (await this.spend(code, use, family)) return { code, left, isFirst: true };
      const latest = await this.units.get<CodeRow>(SELECT_CODE, use.hash);
      if (latest?.reissues === code.reissues) return { code, left, isFirst: false };
      // What the code may give has changed since it was read: judge it again.
    }
  }

  private async spend(code: FoundCode, { hash, now, isAbandoned }: CodeUse, family: BegunFamily): Promise<boolean> {
    const { scopeGranted, reissues } = code;
    const record = {
      hash,
      now,
      family_id: family.id,
      dpop_jkt: family.dpopJkt,
      scope_granted: scopeGranted.join(' '),
      reissues,
      expires_at: family.expiresAt,
      access_expires_at: family.accessExpiresAt,
      purge_day: purgeDay(family),
    };
    return (await this.statement.call(record, isAbandoned)) !== undefined;
  }
}
