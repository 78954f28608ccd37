import { Inject, Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { RecentlyUsed } from '../clients/recently-used';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Units } from '../../platform/database/units';
import { ACCESS_TOKEN_TYP } from '../keys/signing/access-token-signer';
import { VerificationKeys } from '../keys/signing/verification-keys';
import type { AccessTokenClaims } from '../../protocol/token/access-token-claims';
import { isCompactJws } from '../../protocol/signing/unverified-jwt';

const LIVING_CLIENT = (as: string) =>
  `SELECT 1 FROM clients ${as} WHERE ${as}.client_id = ? AND ${as}.enabled AND ${as}.revoked_at IS NULL`;
/** A client that is known by its document may have ended and be there again: only the entry knows until when. */
const STANDS = `NOT EXISTS (SELECT 1 FROM revoked_access_tokens t WHERE t.jti = ?)
  AND NOT EXISTS (SELECT 1 FROM access_token_cutoffs o WHERE o.id = 1 AND o.issued_before > ?)
  AND NOT EXISTS (SELECT 1 FROM revocations r WHERE r.subject IN (?, ?, ?) AND r.kind = 'client' AND r.below > ?)`;
/** Without an account the subject is an application; after an exchange another one than the client. */
const SELECT_LIVING_CLIENTS = `${LIVING_CLIENT('one')}
  AND EXISTS (${LIVING_CLIENT('other')} AND other.reissues <= ?) AND ${STANDS}`;
/** Also where the refresh token has expired. An exchanged token's client may be another one than the family's. */
const SELECT_LIVING_FAMILY = `SELECT 1 FROM refresh_families f
    JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
    JOIN clients c ON c.id = g.client_id JOIN accounts a ON a.id = g.account_id
  WHERE f.id = ? AND f.revoked_at IS NULL AND g.reissues <= ?
    AND c.enabled AND c.revoked_at IS NULL AND a.closed_at IS NULL
    AND EXISTS (${LIVING_CLIENT('holder')}) AND ${STANDS}`;

/** Tokens whose signature is not verified again while the JWKS stays the same. */
const VERIFIED = 10_000;

/** Reads access tokens at this server's own endpoints. */
@Injectable()
export class AccessTokenReader {
  /** By the token's hash: a heap dump shows none. Only verified ones enter, so strangers fill nothing. */
  private readonly verified = new RecentlyUsed<{ claims: AccessTokenClaims; keys: JWTVerifyGetKey }>({
    entries: VERIFIED,
  });

  constructor(
    private readonly keys: VerificationKeys,
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The claims of a valid access token: signed here, not expired, not revoked, its family, client and account alive.
   *
   * @returns `null` for every other text.
   */
  async find(token: string): Promise<AccessTokenClaims | null> {
    const claims = await this.verify(token);
    return claims !== null && (await this.isLiving(claims)) ? claims : null;
  }

  private async verify(token: string): Promise<AccessTokenClaims | null> {
    if (!isCompactJws(token)) return null;
    const keys = await this.keys.of('access_token');
    const id = hash('sha256', token, 'base64');
    const known = this.verified.get(id);
    if (known?.keys === keys) return this.clock.now() < 1000 * known.claims.exp ? known.claims : null;
    const claims = await this.verifyAnew(token, keys);
    if (claims !== null) this.verified.set(id, { claims, keys });
    return claims;
  }

  private async verifyAnew(token: string, keys: JWTVerifyGetKey): Promise<AccessTokenClaims | null> {
    const { jwtVerify } = await import('jose');
    const currentDate = new Date(this.clock.now());
    const expected = { issuer: this.settings.issuer, typ: ACCESS_TOKEN_TYP, currentDate };
    try {
      return (await jwtVerify<AccessTokenClaims>(token, keys, expected)).payload;
    } catch {
      return null;
    }
  }

  /** Judges as services do by the entries that they hold (ADR 42). */
  private async isLiving(claims: AccessTokenClaims): Promise<boolean> {
    const { jti, fam, rv = 0, sub, iat, client_id: clientId, gc = clientId } = claims;
    const stands = [jti, 1000 * iat, clientId, gc, sub, iat];
    const living =
      fam === undefined
        ? this.units.get(SELECT_LIVING_CLIENTS, clientId, sub, rv, ...stands)
        : this.units.get(SELECT_LIVING_FAMILY, fam, rv, clientId, ...stands);
    return (await living) !== undefined;
  }
}
