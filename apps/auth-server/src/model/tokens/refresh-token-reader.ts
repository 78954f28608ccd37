import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { Units } from '../../platform/database/units';
import { DerivedKeys } from '../keys/derived-keys';
import type { LivingRefreshToken } from '../../protocol/token/introspection';
import { parseRefreshToken } from '../../protocol/token/refresh-token';
import { parseScope } from '../../protocol/request/scope';

const SELECT_LIVING = `SELECT g.account_id AS "accountId", c.id AS "clientId", c.client_id AS "publicClientId",
    f.scope_granted AS scope, f.expires_at AS "expiresAt", f.sid, f.auth_time AS "authTime", f.acr,
    f.dpop_jkt AS "dpopJkt", f.authorization_details AS "authorizationDetails"
  FROM refresh_families f JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
    JOIN clients c ON c.id = g.client_id JOIN accounts a ON a.id = g.account_id
  WHERE f.id = ? AND f.generation = ? AND c.id = ? AND f.expires_at > ? AND f.revoked_at IS NULL
    AND c.enabled AND c.revoked_at IS NULL AND a.closed_at IS NULL`;

@Injectable()
export class RefreshTokenReader {
  constructor(
    private readonly keys: DerivedKeys,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns `null` unless it is a refresh token that could be used now. */
  async find(text: string): Promise<LivingRefreshToken | null> {
    const token = parseRefreshToken(text, this.keys.refresh);
    if (token === null) return null;
    const { familyId, generation, clientId } = token;
    type Row = Omit<LivingRefreshToken, 'scope'> & { scope: string };
    const now = this.clock.now();
    const row = await this.units.get<Row>(SELECT_LIVING, familyId, generation, clientId, now);
    return row === undefined ? null : { ...row, scope: parseScope(row.scope) };
  }
}
