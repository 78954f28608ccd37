import { Injectable } from '@nestjs/common';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { giveGrant } from '../grants/grant-giving';
import { grantUseByNewFamily } from '../grants/grant-use';
import { type AuthorizationFacts, NO_FACTS } from '../../protocol/request/authorization-facts';
import type { GrantCounters } from '../../protocol/token/access-token-claims';
import type { RefreshTokenContent } from '../../protocol/token/refresh-token';
import { type FamilyTimes, purgeDay } from '../../endings/family-times';
import { type FamilyFacts, type LivingFamily, SELECT_LIVING, factsOf } from '../../endings/living-family';

/** A family as it begins with a test token. */
export interface NewFamily extends FamilyTimes {
  /** A time-ordered UUID. */
  id: string;
  scope: readonly string[];
  resource: string;
}

export interface FamilyAuthorization extends Omit<AuthorizationFacts, 'dpopJkt'> {
  grantId: string;
  /** The grant's epoch at this moment. */
  grantEpoch: number;
  scopeAsked: readonly string[];
  scopeGranted: readonly string[];
  resource: string;
  /** The browser of the approval, "Firefox on Linux"; `null`: unknown. */
  allowedWith: string | null;
}

/** A family to insert inside the unit of the write that begins it. */
export interface BegunFamily extends FamilyTimes {
  /** A time-ordered UUID. */
  id: string;
  /** Thumbprint of the key that its refresh tokens are bound to. */
  dpopJkt: string | null;
}

const STANDS = `SELECT 1 FROM clients c JOIN accounts a ON a.id = c.account_id
  WHERE c.id = ? AND c.enabled AND c.revoked_at IS NULL AND a.closed_at IS NULL`;
const INSERT = `INSERT INTO refresh_families (id, grant_id, grant_epoch, scope_asked, scope_granted, resource, generation,
  sid, auth_time, acr, dpop_jkt, authorization_details, allowed_with, created_at, expires_at, access_expires_at,
  purge_day) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const MARK_TEST = 'UPDATE refresh_families SET is_test = TRUE WHERE id = ?';

/** The developer of a test token, which is for the developer's own account. */
export interface Developer {
  accountId: string;
  client: { id: number; clientId: string };
  signIn: Pick<AuthorizationFacts, 'authTime' | 'acr'>;
}

@Injectable()
export class RefreshFamilyRepository {
  constructor(private readonly units: Units) {}

  /**
   * Gives a grant and begins its family for the developer's own account.
   *
   * @returns the grant's counters; `null` where the application or the account ended meanwhile.
   */
  beginForDeveloper(
    { accountId, client, signIn }: Developer,
    family: NewFamily,
    now: number,
    address: string,
  ): Promise<GrantCounters | null> {
    const { id, scope, resource } = family;
    return this.units.write(function* (): Unit<GrantCounters | null> {
      if ((yield* get(STANDS, client.id)) === undefined) return null;
      const grant = yield* giveGrant({ accountId, clientId: client.id, scope, sessionId: null, isTest: true }, now);
      const { id: grantId, epoch: grantEpoch, reissues } = grant;
      const granted = { grantId, grantEpoch, scopeAsked: scope, scopeGranted: scope, resource, allowedWith: null };
      const authorization = { ...NO_FACTS, ...signIn, ...granted };
      yield* insertFamily(authorization, { ...family, dpopJkt: null }, now);
      yield* run(MARK_TEST, id);
      yield* run(...grantUseByNewFamily(grantId, now));
      const facts = { at: now, accountId, clientId: client.clientId, familyId: id, address, scopes: scope };
      yield* recordEvent({ ...facts, kind: 'test_token.issued' });
      return { grantEpoch, reissues };
    });
  }

  /** The family of a refresh token that could be used now; `null` where there is none, or of another generation. */
  async find(token: RefreshTokenContent, now: number): Promise<FamilyFacts | null> {
    const found = await this.findOf(token, now);
    return found?.generation === token.generation ? found.family : null;
  }

  /** The living family of a refresh token of any generation, and its own one. */
  async findOf({ familyId, clientId }: RefreshTokenContent, now: number) {
    const row = await this.units.get<LivingFamily>(SELECT_LIVING, familyId, now, clientId);
    return row === undefined ? null : { generation: row.generation, family: factsOf(row) };
  }
}

export function* insertFamily(authorization: FamilyAuthorization, family: BegunFamily, now: number): Unit<void> {
  const { grantId, grantEpoch, scopeAsked, scopeGranted, resource } = authorization;
  const { authTime, acr, authorizationDetails, allowedWith } = authorization;
  // Only what OpenID Connect began ends with the session (Back-Channel Logout §2.7).
  const sid = scopeAsked.includes('openid') ? authorization.sid : null;
  const { id, dpopJkt, expiresAt, accessExpiresAt } = family;
  const granted = [grantId, grantEpoch, scopeAsked.join(' '), scopeGranted.join(' '), resource];
  const facts = [sid, authTime, acr, dpopJkt, authorizationDetails, allowedWith];
  yield* run(INSERT, id, ...granted, ...facts, now, expiresAt, accessExpiresAt, purgeDay(family));
}
