import { Injectable } from '@nestjs/common';
import { type Unit, get, run } from '../database/sql';
import { unescapeNul } from '../database/storable-text';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { grantUse, isUseDue } from '../grants/grant-use';
import type { AuthorizationFacts } from '../protocol/authorization-facts';
import type { IssuedCode } from '../protocol/code-redemption';
import { parseScope } from '../protocol/scope';
import { endFamily } from '../tokens/family-endings';
import { type FamilyTimes, reapDay } from '../tokens/family-times';
import { REDEEM_AT_ONCE } from './redeem-at-once';

/** A code as it was found, with whom it is for. */
export interface FoundCode extends IssuedCode, AuthorizationFacts {
  hash: string;
  grantId: string;
  accountId: string;
  publicClientId: string;
  /** When the grant was last used. */
  lastUsedAt: number | null;
  scopeAsked: string[];
  scopeGranted: string[];
  resource: string;
  nonce: string | null;
}

/** The family that a code begins. */
export interface BegunFamily extends FamilyTimes {
  id: string;
  /** Thumbprint of the key that its refresh tokens are bound to. */
  dpopJkt: string | null;
}

const SELECT = `SELECT k.hash, k.grant_id AS "grantId", g.account_id AS "accountId", g.client_id AS "clientId",
    g.last_used_at AS "lastUsedAt", c.client_id AS "publicClientId", k.redirect_uri AS "redirectUri",
    k.scope_asked AS "scopeAsked", k.scope_granted AS "scopeGranted", k.resource, k.code_challenge AS "codeChallenge",
    k.nonce, k.sid, k.auth_time AS "authTime", k.acr, k.dpop_jkt AS "dpopJkt",
    k.authorization_details AS "authorizationDetails", k.expires_at AS "expiresAt"
  FROM authorization_codes k JOIN grants g ON g.id = k.grant_id JOIN clients c ON c.id = g.client_id
  WHERE k.hash = ?`;
const BEGIN_FAMILY = `INSERT INTO refresh_families (id, grant_id, scope_asked, scope_granted, resource, generation,
    sid, auth_time, acr, authorization_details, dpop_jkt, created_at, expires_at, access_expires_at, reap_day)
  SELECT ?, k.grant_id, k.scope_asked, k.scope_granted, k.resource, 0, k.sid, k.auth_time, k.acr,
    k.authorization_details, ?, ?, ?, ?, ?
  FROM authorization_codes k JOIN grants g ON g.id = k.grant_id JOIN clients c ON c.id = g.client_id
  WHERE k.hash = ? AND k.redeemed_at IS NULL AND k.expires_at > ?
    AND g.epoch = k.grant_epoch AND g.revoked_at IS NULL AND c.enabled AND c.revoked_at IS NULL`;
const SPEND = 'UPDATE authorization_codes SET redeemed_at = ?, family_id = ? WHERE hash = ?';
const SELECT_FAMILY = 'SELECT family_id AS "familyId" FROM authorization_codes WHERE hash = ? AND expires_at > ?';

@Injectable()
export class CodeRepository {
  constructor(private readonly units: Units) {}

  async find(hash: string): Promise<FoundCode | null> {
    type Row = Omit<FoundCode, 'scopeAsked' | 'scopeGranted'> & { scopeAsked: string; scopeGranted: string };
    const row = await this.units.read(() => get<Row>(SELECT, hash));
    if (row === undefined) return null;
    const { scopeAsked, scopeGranted, nonce } = row;
    return {
      ...row,
      scopeAsked: parseScope(scopeAsked),
      scopeGranted: parseScope(scopeGranted),
      nonce: unescapeNul(nonce),
    };
  }

  /**
   * Spends a code and begins its family. The database alone judges whether this use is the first, and whether access
   * was removed meanwhile.
   *
   * @returns whether it was.
   */
  async redeem({ hash, grantId, lastUsedAt }: FoundCode, family: BegunFamily, now: number): Promise<boolean> {
    const { id, dpopJkt, expiresAt, accessExpiresAt } = family;
    const day = reapDay(family);
    if (this.units.engine === 'postgres')
      return (
        (await this.units.run(
          REDEEM_AT_ONCE,
          hash,
          now,
          now,
          now,
          id,
          hash,
          id,
          dpopJkt,
          now,
          expiresAt,
          accessExpiresAt,
          day,
        )) === 1
      );
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(BEGIN_FAMILY, id, dpopJkt, now, expiresAt, accessExpiresAt, day, hash, now)) === 0) return false;
      yield* run(SPEND, now, id, hash);
      if (isUseDue(lastUsedAt, now)) yield* run(...grantUse(grantId, now));
      return true;
    });
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
      if (yield* endFamily(familyId, now)) yield* recordEvent({ ...facts, kind: 'replay.code' });
      return true;
    });
  }
}
