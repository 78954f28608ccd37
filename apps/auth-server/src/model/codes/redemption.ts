import type { OAuthError } from '../../protocol/oauth-error';
import type { BegunFamily } from '../tokens/refresh-family.repository';
import type { FoundCode } from './code.repository';

export const CODE_REDEMPTION = Symbol('CodeRedemption');

/** What the rule says of a code whose possession is proven: what is left to give for it, or why nothing is. */
export interface JudgedCode<Left> {
  code: FoundCode;
  left: Left | OAuthError;
}

/** @throws OAuthError without proof of possession: that neither spends a code nor ends a family. */
export type CodeRule<Left> = (code: FoundCode | null) => JudgedCode<Left>;

/** A use of a code. */
export interface CodeUse {
  hash: string;
  /** Epoch milliseconds. */
  now: number;
  /** Whether its caller is gone: then it does not begin. */
  isAbandoned: () => boolean;
}

/** The write of an exchange, on each engine (ADR 21). */
export interface CodeRedemption {
  /**
   * Reads a code and, where the rule leaves something to give, spends it and begins its family.
   *
   * @returns `isFirst` is false, and nothing is written, also where the code was spent before, or access was removed or
   *   the sign-in session ended since it was issued: the database alone judges that.
   */
  redeem<Left>(
    use: CodeUse,
    family: BegunFamily,
    rule: CodeRule<Left>,
  ): Promise<JudgedCode<Left> & { isFirst: boolean }>;
}
