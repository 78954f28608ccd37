import { type Unit, run } from '../database/sql';
import type { Units } from '../database/units';
import { PARTIES_ARE_VALID } from '../grants/grant-parties';
import { grantUse, isUseDue } from '../grants/grant-use';
import { APPROVAL_IS_VALID } from '../sessions/active-session';
import { type BegunFamily, insertFamily } from '../tokens/refresh-family.repository';
import type { FoundCode } from './code.repository';
import type { CodeRedemption } from './redemption';

const SPEND = `UPDATE authorization_codes SET redeemed_at = ?, family_id = ? WHERE hash = ? AND redeemed_at IS NULL
    AND EXISTS (SELECT 1 FROM grants g WHERE g.id = authorization_codes.grant_id
      AND g.epoch = authorization_codes.grant_epoch AND g.revoked_at IS NULL AND ${PARTIES_ARE_VALID('g')})
    AND ${APPROVAL_IS_VALID('authorization_codes', '?')}`;

export class SqliteRedemption implements CodeRedemption {
  constructor(private readonly units: Units) {}

  redeem(code: FoundCode, family: BegunFamily, now: number): Promise<boolean> {
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(SPEND, now, family.id, code.hash, now)) === 0) return false;
      yield* insertFamily(code, family, now);
      if (isUseDue(code.lastUsedAt, now)) yield* run(...grantUse(code.grantId, now));
      return true;
    });
  }
}
