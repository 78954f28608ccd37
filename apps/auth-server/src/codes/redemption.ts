import type { Units } from '../database/units';
import type { BegunFamily } from '../tokens/refresh-family.repository';
import type { FoundCode } from './code.repository';
import { PostgresRedemption } from './redemption.postgres';
import { SqliteRedemption } from './redemption.sqlite';

export const CODE_REDEMPTION = Symbol('CodeRedemption');

/** The write of an exchange, on each engine (ADR 41). */
export interface CodeRedemption {
  /**
   * Spends a code whose possession is proven, and begins its family.
   *
   * @returns `false`, and nothing is written, where the code was spent before, or access was removed or the sign-in
   *   session ended since it was issued: the database alone judges that.
   */
  redeem(code: FoundCode, family: BegunFamily, now: number): Promise<boolean>;
}

const BY_ENGINE = { sqlite: SqliteRedemption, postgres: PostgresRedemption };

export const redemptionOn = (units: Units): CodeRedemption => new BY_ENGINE[units.engine](units);
