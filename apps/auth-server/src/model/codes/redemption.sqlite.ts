import { assertAwaited } from '../../platform/database/database-error';
import { type Unit, get, run } from '../../platform/database/sql';
import type { Units } from '../../platform/database/units';
import { PARTIES_ARE_VALID } from '../../endings/grant-parties';
import { grantUse, isUseDue } from '../grants/grant-use';
import { OAuthError } from '../../protocol/oauth-error';
import { APPROVAL_IS_VALID } from '../../endings/active-session';
import { type BegunFamily, insertFamily } from '../tokens/refresh-family.repository';
import { type CodeRow, SELECT_CODE, codeOf } from './code.repository';
import type { CodeRedemption, CodeRule, CodeUse, JudgedCode } from './redemption';

const SPEND = `UPDATE authorization_codes SET redeemed_at = ?, family_id = ? WHERE hash = ? AND redeemed_at IS NULL
    AND EXISTS (SELECT 1 FROM grants g WHERE g.id = authorization_codes.grant_id
      AND g.epoch = authorization_codes.grant_epoch AND g.revoked_at IS NULL AND ${PARTIES_ARE_VALID('g')})
    AND ${APPROVAL_IS_VALID('authorization_codes', '?')}`;

/** One unit, which reads too: a read of its own would be a transaction more. */
export class SqliteRedemption implements CodeRedemption {
  constructor(private readonly units: Units) {}

  redeem<Left>({ hash, now, isAbandoned }: CodeUse, family: BegunFamily, rule: CodeRule<Left>) {
    return this.units.write(function* (): Unit<JudgedCode<Left> & { isFirst: boolean }> {
      assertAwaited(isAbandoned);
      const { code, left } = rule(codeOf(yield* get<CodeRow>(SELECT_CODE, hash)));
      if (left instanceof OAuthError) return { code, left, isFirst: false };
      if ((yield* run(SPEND, now, family.id, hash, now)) === 0) return { code, left, isFirst: false };
      yield* insertFamily(code, family, now);
      if (isUseDue(code.lastUsedAt, now)) yield* run(...grantUse(code.grantId, now));
      return { code, left, isFirst: true };
    });
  }
}
