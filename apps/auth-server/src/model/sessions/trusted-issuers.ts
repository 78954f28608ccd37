import { Inject, Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings, type TrustedIssuer } from '../../platform/config/settings';
import { type IssuerClaims, issuerClaimsOf, issuerClaimsProblem } from '../../protocol/token/issuer-claims';
import { foreignTokenProblem } from '../../protocol/token/foreign-token';
import { emailOf, nameOf, textOf } from '../../protocol/token/person-claims';
import { type Jose, RefusedJwt, verifyForeignJwt } from './foreign-jwt';
import { issuerKeys } from './issuer-keys';
import { RejectedTokenLog } from './rejected-token-log';

/** The largest `Date`, in epoch milliseconds. */
const LAST_DATE = 8.64e15;

export interface ForeignToken {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  acr: string | null;
  /** Epoch milliseconds; from `auth_time`, else `iat`. */
  authTime: number;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** `null`: `TRUSTED_ISSUERS` lists none for this issuer. */
  claims: IssuerClaims | null;
}

@Injectable()
export class TrustedIssuers {
  private readonly issuers: ReadonlyMap<string, TrustedIssuer>;
  private readonly keys = new Map<string, JWTVerifyGetKey>();

  constructor(
    private readonly rejected: RejectedTokenLog,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const { trustedIssuers } = settings;
    this.issuers = new Map(trustedIssuers.map((trusted) => [trusted.issuer, trusted]));
  }

  /**
   * @returns `null` for an unknown issuer or an invalid token.
   * @throws OAuthError `temporarily_unavailable` if the issuer's keys cannot be fetched.
   */
  async parse(token: string): Promise<ForeignToken | null> {
    if (this.issuers.size === 0) return null;
    // Takes 25 ms, and most servers trust no issuer.
    const jose = await import('jose');
    const name = issuerOf(token, jose);
    const known = this.issuers.get(name ?? '');
    if (known !== undefined) return this.verify(token, known, jose);
    // The answer explains an own token's refusal.
    if (name !== undefined && name !== this.settings.issuer) this.rejected.noteUnknown(name);
    return null;
  }

  private async verify(token: string, known: TrustedIssuer, jose: Jose): Promise<ForeignToken | null> {
    const { issuer, audience, typ } = known;
    const namesAccount = this.settings.subject === 'theirs';
    const now = this.clock.now();
    try {
      const expected = { issuer, audience, ...(typ !== null && { typ }) };
      const { payload, protectedHeader } = await verifyForeignJwt(token, this.keysOf(known, jose), expected, now, jose);
      const problem =
        foreignTokenProblem({ typ: protectedHeader.typ, claims: payload }, { ...known, namesAccount }) ??
        issuerClaimsProblem(payload, known.claims, now);
      if (problem === null) return contentOf(known, payload);
      this.rejected.note(issuer, problem);
      return null;
    } catch (error) {
      if (!(error instanceof RefusedJwt)) throw error;
      this.rejected.note(issuer, error.message);
      return null;
    }
  }

  private keysOf({ issuer, jwksUri }: TrustedIssuer, jose: Jose): JWTVerifyGetKey {
    const keys = this.keys.get(issuer) ?? issuerKeys(jwksUri, jose);
    this.keys.set(issuer, keys);
    return keys;
  }
}

function contentOf({ issuer, claims }: TrustedIssuer, payload: JWTPayload): ForeignToken {
  const { sub: subject = '', exp = 0, name, email, acr } = payload;
  return {
    issuer,
    subject,
    name: nameOf(name),
    email: emailOf(email),
    acr: textOf(acr),
    authTime: authTimeOf(payload),
    expiresAt: Math.min(exp * 1000, LAST_DATE),
    claims: claims.length === 0 ? null : issuerClaimsOf(payload, claims),
  };
}

function issuerOf(token: string, { decodeJwt }: Jose): string | undefined {
  try {
    const issuer: unknown = decodeJwt(token).iss;
    return typeof issuer === 'string' ? issuer : undefined;
  } catch {
    return undefined;
  }
}

/** The last millisecond of the claim's second; without a claim, 1970. */
function authTimeOf({ auth_time: authTime, iat }: JWTPayload): number {
  const seconds = typeof authTime === 'number' ? authTime : (iat ?? 0);
  return Math.min(Math.max(0, Math.floor(seconds) * 1000 + 999), LAST_DATE);
}
