import { Injectable } from '@nestjs/common';
import { BatchedStatement } from '../database/batched-statement';
import { type Unit, get, run } from '../database/sql';
import { unescapeNul } from '../database/storable-text';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { ACCOUNT_STANDS } from '../grants/grant-parties';
import { grantUse, isUseDue } from '../grants/grant-use';
import type { AuthorizationFacts } from '../protocol/request/authorization-facts';
import type { IssuedCode } from '../protocol/token/code-redemption';
import { OAuthError } from '../protocol/oauth-error';
import { parseScope } from '../protocol/request/scope';
import { GIVEN_STANDS } from '../sessions/living-session';
import { revokeFamily } from '../tokens/family-revocation';
import { purgeDay } from '../tokens/family-times';
import { type BegunFamily, insertFamily } from '../tokens/refresh-family.repository';
import { REDEEM_AT_ONCE } from './redeem-at-once';

/** A code as it was found, with whom it is for. */
export interface FoundCode extends IssuedCode, AuthorizationFacts {
  hash: string;
  grantId: string;
  grantEpoch: number;
  accountId: string;
  publicClientId: string;
  /** When the grant was last used. */
  lastUsedAt: number | null;
  scopeAsked: string[];
  scopeGranted: string[];
  resource: string;
  nonce: string | null;
}

interface Row extends Omit<FoundCode, 'scopeAsked' | 'scopeGranted'> {
  scopeAsked: string;
  scopeGranted: string;
  /** Whether it is unspent, and neither access was removed nor its sign-in session ended since it was issued. */
  isRedeemable: number | boolean;
}

/** What a rule says of a code whose possession is proven: what is left to give for it, or why nothing is. */
export interface JudgedCode<Left> {
  code: FoundCode;
  left: Left | OAuthError;
}

/** @throws OAuthError where possession is not proven, which neither spends a code nor ends a family. */
export type CodeRule<Left> = (code: FoundCode | null) => JudgedCode<Left>;

const SELECT = `SELECT k.hash, k.grant_id AS "grantId", k.grant_epoch AS "grantEpoch", g.account_id AS "accountId",
    g.client_id AS "clientId", g.last_used_at AS "lastUsedAt", c.client_id AS "publicClientId", k.redirect_uri AS "redirectUri",
    k.scope_asked AS "scopeAsked", k.scope_granted AS "scopeGranted", k.resource, k.code_challenge AS "codeChallenge",
    k.nonce, k.sid, k.auth_time AS "authTime", k.acr, k.dpop_jkt AS "dpopJkt",
    k.authorization_details AS "authorizationDetails", k.expires_at AS "expiresAt",
    k.redeemed_at IS NULL AND g.epoch = k.grant_epoch AND g.revoked_at IS NULL AND c.enabled AND c.revoked_at IS NULL
      AND ${ACCOUNT_STANDS('g')} AND ${GIVEN_STANDS('k', '?')} AS "isRedeemable"
  FROM authorization_codes k JOIN grants g ON g.id = k.grant_id JOIN clients c ON c.id = g.client_id
  WHERE k.hash = ?`;
const SPEND = 'UPDATE authorization_codes SET redeemed_at = ?, family_id = ? WHERE hash = ? AND redeemed_at IS NULL';
const SELECT_FAMILY = 'SELECT family_id AS "familyId" FROM authorization_codes WHERE hash = ? AND expires_at > ?';

@Injectable()
export class CodeRepository {
  private readonly redemptions = new BatchedStatement(this.units, REDEEM_AT_ONCE);

  constructor(private readonly units: Units) {}

  async find(hash: string, now: number): Promise<FoundCode | null> {
    return codeOf(await this.units.get<Row>(SELECT, now, hash));
  }

  /**
   * Spends a code and begins its family, where the rule leaves something to give. The database alone judges whether
   * this use is the first, and whether access was removed or the sign-in session ended meanwhile.
   *
   * @returns what the rule said, and whether this use was the first.
   */
  async redeem<Left>(
    hash: string,
    family: BegunFamily,
    now: number,
    rule: CodeRule<Left>,
  ): Promise<JudgedCode<Left> & { isFirst: boolean }> {
    if (this.units.engine === 'sqlite') return this.units.write(() => redeeming(hash, family, now, rule));
    const judged = rule(await this.find(hash, now));
    const isFirst = !(judged.left instanceof OAuthError) && (await this.redeemAtOnce(hash, family, now));
    return { isFirst, ...judged };
  }

  private async redeemAtOnce(hash: string, family: BegunFamily, now: number): Promise<boolean> {
    const spent = await this.redemptions.ask({
      hash,
      now,
      family_id: family.id,
      dpop_jkt: family.dpopJkt,
      expires_at: family.expiresAt,
      access_expires_at: family.accessExpiresAt,
      reap_day: purgeDay(family),
    });
    return spent !== undefined;
  }

  /**
   * Looks again at a code that was not redeemed. A second use by who could prove possession ends the family that the
   * first began (RFC 6749 §4.1.2).
   *
   * @returns whether it was one.
   */
  punishReplay({ hash, accountId, publicClientId }: FoundCode, now: number, address: string): Promise<boolean> {
    return this.units.write(function* (): Unit<boolean> {
      const { familyId = null } = (yield* get<{ familyId: string | null }>(SELECT_FAMILY, hash, now)) ?? {};
      if (familyId === null) return false;
      const facts = { at: now, accountId, clientId: publicClientId, familyId, address };
      if (yield* revokeFamily(familyId, now)) yield* recordEvent({ ...facts, kind: 'replay.code' });
      return true;
    });
  }
}

/** On SQLite nobody writes between what a unit reads and what it writes: the rule is asked in between. */
function* redeeming<Left>(
  hash: string,
  family: BegunFamily,
  now: number,
  rule: CodeRule<Left>,
): Unit<JudgedCode<Left> & { isFirst: boolean }> {
  const row = yield* get<Row>(SELECT, now, hash);
  const judged = rule(codeOf(row));
  if (judged.left instanceof OAuthError || !row?.isRedeemable) return { isFirst: false, ...judged };
  const { code } = judged;
  yield* insertFamily(code, family, now);
  yield* run(SPEND, now, family.id, hash);
  if (isUseDue(code.lastUsedAt, now)) yield* run(...grantUse(code.grantId, now));
  return { isFirst: true, ...judged };
}

function codeOf(row: Row | undefined): FoundCode | null {
  if (row === undefined) return null;
  const { scopeAsked, scopeGranted, nonce } = row;
  const read = {
    scopeAsked: parseScope(scopeAsked),
    scopeGranted: parseScope(scopeGranted),
    nonce: unescapeNul(nonce),
  };
  // Into the row: to copy its many columns would cost half of what reading them did.
  return Object.assign(row, read);
}
