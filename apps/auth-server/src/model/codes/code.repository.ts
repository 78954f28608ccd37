import { Injectable } from '@nestjs/common';
import { assertAwaited } from '../../platform/database/database-error';
import { type Unit, get } from '../../platform/database/sql';
import { unescapeNul } from '../../platform/database/storable-text';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import type { AuthorizationFacts } from '../../protocol/request/authorization-facts';
import { parseScope } from '../../protocol/request/scope';
import { scopeLeft } from '../../protocol/token/narrowed-scope';
import type { GrantCounters } from '../../protocol/token/access-token-claims';
import type { IssuedCode } from '../../protocol/token/code-redemption';
import { revokeFamily } from '../../endings/family-revocation';

/** A code with its grant's account and client. */
export interface FoundCode extends IssuedCode, AuthorizationFacts, GrantCounters {
  hash: string;
  grantId: string;
  accountId: string;
  publicClientId: string;
  lastUsedAt: number | null;
  scopeAsked: string[];
  scopeGranted: string[];
  resource: string;
  nonce: string | null;
  /** The browser of the approval. */
  allowedWith: string | null;
}

/** A second use of a code. */
export interface Replay {
  now: number;
  address: string;
  /** Whether its caller is gone: then it ends nothing. */
  isAbandoned: () => boolean;
}

/** A code as {@link SELECT_CODE} reads it. */
export interface CodeRow extends Omit<FoundCode, 'scopeAsked' | 'scopeGranted'> {
  scopeAsked: string;
  scopeGranted: string;
  grantScopes: string;
}

export const SELECT_CODE = `SELECT k.hash, k.grant_id AS "grantId", k.grant_epoch AS "grantEpoch", g.account_id AS "accountId",
    g.client_id AS "clientId", g.reissues, g.last_used_at AS "lastUsedAt", c.client_id AS "publicClientId", k.redirect_uri AS "redirectUri",
    k.scope_asked AS "scopeAsked", k.scope_granted AS "scopeGranted", g.scopes AS "grantScopes", k.resource, k.code_challenge AS "codeChallenge",
    k.nonce, k.sid, k.auth_time AS "authTime", k.acr, k.dpop_jkt AS "dpopJkt",
    k.authorization_details AS "authorizationDetails", k.allowed_with AS "allowedWith", k.expires_at AS "expiresAt"
  FROM authorization_codes k JOIN grants g ON g.id = k.grant_id JOIN clients c ON c.id = g.client_id
  WHERE k.hash = ?`;
const SELECT_ISSUED = `SELECT scope_granted AS scope, redeemed_at AS "redeemedAt" FROM authorization_codes
  WHERE hash = ? AND expires_at > ?`;
const SELECT_FAMILY = 'SELECT family_id AS "familyId" FROM authorization_codes WHERE hash = ? AND expires_at > ?';

@Injectable()
export class CodeRepository {
  constructor(private readonly units: Units) {}

  /**
   * Spent or not: nothing that it says changes after the code was issued, but its grant's reissues and last use, and what
   * a narrower grant leaves of its scope.
   */
  async find(hash: string): Promise<FoundCode | null> {
    return codeOf(await this.units.get<CodeRow>(SELECT_CODE, hash));
  }

  /** What a code that has not expired was issued for. */
  async findIssued(hash: string, now: number): Promise<{ scope: string[]; isSpent: boolean } | null> {
    const row = await this.units.get<{ scope: string; redeemedAt: number | null }>(SELECT_ISSUED, hash, now);
    return row === undefined ? null : { scope: parseScope(row.scope), isSpent: row.redeemedAt !== null };
  }

  /**
   * Ends the family that a code began, where it was spent (RFC 6749 §4.1.2). Only for a caller that proved possession.
   *
   * @returns whether the code was spent before.
   */
  punishReplay(
    { hash, accountId, publicClientId }: FoundCode,
    { now, address, isAbandoned }: Replay,
  ): Promise<boolean> {
    return this.units.write(function* (): Unit<boolean> {
      assertAwaited(isAbandoned);
      const { familyId = null } = (yield* get<{ familyId: string | null }>(SELECT_FAMILY, hash, now)) ?? {};
      if (familyId === null) return false;
      const facts = { at: now, accountId, clientId: publicClientId, familyId, address };
      if (yield* revokeFamily(familyId, now)) yield* recordEvent({ ...facts, kind: 'replay.code' });
      return true;
    });
  }
}

export function codeOf(row: CodeRow | undefined): FoundCode | null {
  if (row === undefined) return null;
  const { scopeAsked, nonce } = row;
  const left = scopeLeft(row);
  const read = {
    scopeAsked: parseScope(scopeAsked),
    scopeGranted: left ?? [],
    nonce: unescapeNul(nonce),
    // A code of which the account left nothing is over.
    expiresAt: left === null ? 0 : row.expiresAt,
  };
  // Into the row: copying its many columns would cost half of what reading them did.
  return Object.assign(row, read);
}
