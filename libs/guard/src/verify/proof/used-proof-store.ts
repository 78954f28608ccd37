/**
 * The proofs that were used (RFC 9449 §11.1), shared where several processes serve one service.
 *
 * @example GuardModule.forRoot({ issuer, audience, usedProofs: new PostgresUsedProofs(pool) })
 */
export interface UsedProofStore {
  /**
   * Records a use; of concurrent calls with one id exactly one gets true. An Error, thrown or rejected with, refuses the
   * call with 503, as does no answer within 5 seconds: never answer true for what could not be recorded.
   *
   * @param id 22 characters of base64url, of key and `jti`.
   * @param expiresAt until when the proof may be sent again, in milliseconds since 1970; keep the id as long.
   * @param now milliseconds since 1970.
   * @returns whether this is its first use.
   */
  use(id: string, expiresAt: number, now: number): boolean | Promise<boolean>;
}
