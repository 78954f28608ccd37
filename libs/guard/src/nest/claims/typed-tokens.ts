import { BearerFault } from '../../bearer/bearer-fault.ts';
import { isPromise } from '../../verify/is-promise.ts';
import type { JsonObject } from '../../verify/token/compact-jws.ts';
import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import { claimsByClass } from './class-claims.ts';
import { type ClaimsFunction, type ClaimsSource, isClaimsClass } from './claims-source.ts';

/**
 * Tokens as the host wants to see them, with its own type of claims. Each is read once for as long as the verifier keeps
 * it. The guard itself goes by the claims as they were signed.
 */
export class TypedTokens {
  private readonly known = new WeakMap<VerifiedAccessToken, VerifiedAccessToken>();

  private constructor(private readonly read: ClaimsFunction) {}

  static async by(source: ClaimsSource): Promise<TypedTokens> {
    return new TypedTokens(isClaimsClass(source) ? await claimsByClass(source) : source);
  }

  /** A promise only where the claims are read by one. Throws or rejects with `invalid_token` for claims that do not fit. */
  of(token: VerifiedAccessToken): VerifiedAccessToken | Promise<VerifiedAccessToken> {
    const known = this.known.get(token);
    if (known !== undefined) return known;
    try {
      const claims = this.read(token.claims);
      if (!isPromise(claims)) return this.keep(token, claims);
      return claims.then((settled) => this.keep(token, settled), refuse);
    } catch (error) {
      return refuse(error);
    }
  }

  /** Its type is known to the host alone. */
  private keep(token: VerifiedAccessToken, claims: unknown): VerifiedAccessToken {
    const typed = Object.freeze({ ...token, claims: Object.freeze(claims) as JsonObject });
    this.known.set(token, typed);
    return typed;
  }
}

function refuse(error: unknown): never {
  const { message } = (error ?? {}) as { message?: unknown };
  throw BearerFault.invalidToken(`claims: ${String(message ?? error)}`);
}
