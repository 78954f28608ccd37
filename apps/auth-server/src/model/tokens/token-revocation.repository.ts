import { Injectable } from '@nestjs/common';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import type { AccessTokenClaims } from '../../protocol/token/access-token-claims';
import { recordRevocation } from '../../endings/record-revocation';
import { revokeFamily } from '../../endings/family-revocation';

/** When, in epoch milliseconds, and from where. */
interface Revocation {
  now: number;
  address: string;
}

const SELECT_OWNER = `SELECT g.account_id AS "accountId", c.client_id AS "clientId"
  FROM refresh_families f JOIN grants g ON g.id = f.grant_id JOIN clients c ON c.id = g.client_id WHERE f.id = ?`;
const REVOKE = 'INSERT INTO revoked_access_tokens (jti, expires_at) VALUES (?, ?) ON CONFLICT (jti) DO NOTHING';

/** Revocations by a token's own client. */
@Injectable()
export class TokenRevocationRepository {
  constructor(private readonly units: Units) {}

  /** Revokes a family by a refresh token of any generation; a family that has ended stays as it is. */
  revokeFamily(familyId: string, { now, address }: Revocation): Promise<void> {
    return this.units.write(function* (): Unit<void> {
      if (!(yield* revokeFamily(familyId, now))) return;
      const owner = yield* get<{ accountId: string; clientId: string }>(SELECT_OWNER, familyId);
      yield* recordEvent({ at: now, kind: 'refresh_token.revoked', ...owner, familyId, address });
    });
  }

  /** Stores the revocation of a valid access token until its expiry. */
  revokeAccessToken(claims: AccessTokenClaims, { now, address }: Revocation): Promise<void> {
    const { jti, exp, sub, client_id: clientId, fam: familyId = null, gc = clientId } = claims;
    const accountId = sub === clientId ? null : sub;
    return this.units.write(function* (): Unit<void> {
      const expiresAt = exp * 1000;
      if ((yield* run(REVOKE, jti, expiresAt)) === 0) return;
      const pair = familyId === null ? '' : gc;
      yield* recordRevocation({ kind: 'token', subject: jti, at: now, expiresAt, holder: sub, pair });
      yield* recordEvent({ at: now, kind: 'access_token.revoked', accountId, clientId, familyId, address });
    });
  }
}
