import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { get } from '../database/sql';
import { Units } from '../database/units';
import { ACCESS_TOKEN_TYP } from '../keys/access-token-signer';
import { VerificationKeys } from '../keys/verification-keys';
import type { AccessTokenClaims } from '../protocol/token/access-token-claims';
import { isCompactJws } from '../protocol/signing/unverified-jwt';

const SELECT_REVOKED = 'SELECT 1 FROM revoked_access_tokens WHERE jti = ?';
const LIVING_CLIENT = (as: string) =>
  `SELECT 1 FROM clients ${as} WHERE ${as}.client_id = ? AND ${as}.enabled AND ${as}.revoked_at IS NULL`;
/** Without an account the subject is an application; after an exchange another one than the client. */
const SELECT_LIVING_CLIENTS = `${LIVING_CLIENT('one')} AND EXISTS (${LIVING_CLIENT('other')})
  AND NOT EXISTS (SELECT 1 FROM access_token_cutoffs WHERE id = 1 AND issued_before > ?)`;
/** Also where the refresh token has expired. An exchanged token's client may be another one than the family's. */
const SELECT_LIVING_FAMILY = `SELECT 1 FROM refresh_families f
    JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
    JOIN clients c ON c.id = g.client_id JOIN accounts a ON a.id = g.account_id
  WHERE f.id = ? AND f.revoked_at IS NULL AND c.enabled AND c.revoked_at IS NULL AND a.closed_at IS NULL
    AND EXISTS (${LIVING_CLIENT('holder')})`;

/** Reads access tokens at this server's own endpoints. */
@Injectable()
export class AccessTokenReader {
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
    const { jwtVerify } = await import('jose');
    const keys = await this.keys.of('access_token');
    const { issuer } = this.settings;
    try {
      const currentDate = new Date(this.clock.now());
      const { payload } = await jwtVerify<AccessTokenClaims>(token, keys, {
        issuer,
        typ: ACCESS_TOKEN_TYP,
        currentDate,
      });
      return payload;
    } catch {
      return null;
    }
  }

  private isLiving({ jti, fam, sub, iat, client_id: clientId }: AccessTokenClaims): Promise<boolean> {
    return this.units.read(function* () {
      if ((yield* get(SELECT_REVOKED, jti)) !== undefined) return false;
      const living =
        fam === undefined
          ? get(SELECT_LIVING_CLIENTS, clientId, sub, 1000 * iat)
          : get(SELECT_LIVING_FAMILY, fam, clientId);
      return (yield* living) !== undefined;
    });
  }
}
