import { Inject, Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyGetKey, errors } from 'jose';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings, type TrustedIssuer } from '../../platform/config/settings';
import { type IssuerClaims, issuerClaimsOf, issuerClaimsProblem } from '../../protocol/token/issuer-claims';
import { foreignTokenProblem } from '../../protocol/token/foreign-token';
import { OAuthError } from '../../protocol/oauth-error';
import { isName, isShowable, showable } from '../../protocol/text/showable-text';
import { issuerKeys } from './issuer-keys';
import { RejectedTokenLog } from './rejected-token-log';

type Jose = typeof import('jose');

/** Asymmetric only: whatever shares a secret with the issuer could sign tokens. */
const ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
  'Ed25519',
];

const LONGEST_EMAIL = 254;

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
      const { payload, protectedHeader } = await jose.jwtVerify(token, this.keysOf(known, jose), {
        issuer,
        audience,
        ...(typ !== null && { typ }),
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(now),
      });
      const problem =
        foreignTokenProblem({ typ: protectedHeader.typ, claims: payload }, { ...known, namesAccount }) ??
        issuerClaimsProblem(payload, known.claims, now);
      if (problem === null) return contentOf(known, payload);
      this.rejected.note(issuer, problem);
      return null;
    } catch (error) {
      if (!isInvalidToken(error, jose))
        throw new OAuthError('temporarily_unavailable', 'the keys of the token issuer cannot be had', {
          retryAfter: 5,
          cause: error,
        });
      this.rejected.note(issuer, reasonOf(error));
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

/** False for a failure to fetch the issuer's keys. */
function isInvalidToken(error: unknown, { errors }: Jose): error is errors.JOSEError {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

/** Texts by code, as jose's own messages could contain parts of the token. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature does not fit the key of the issuer that it names',
  ERR_JWKS_NO_MATCHING_KEY: 'no key of the issuer fits its kid and alg',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'several keys of the issuer fit: it must name one by kid',
  ERR_JOSE_ALG_NOT_ALLOWED: 'its alg is not an asymmetric one that is taken',
};

/** jose's messages on claims never contain the value. */
function reasonOf({ code, message }: errors.JOSEError): string {
  const isOfClaim = code === 'ERR_JWT_CLAIM_VALIDATION_FAILED' || code === 'ERR_JWT_EXPIRED';
  return isOfClaim ? message : (REASONS[code] ?? `it is not a JWT that can be read (${code})`);
}

/** The last millisecond of the claim's second; without a claim, 1970. */
function authTimeOf({ auth_time: authTime, iat }: JWTPayload): number {
  const seconds = typeof authTime === 'number' ? authTime : (iat ?? 0);
  return Math.min(Math.max(0, Math.floor(seconds) * 1000 + 999), LAST_DATE);
}

function nameOf(value: unknown): string | null {
  const name = showable(textOf(value) ?? '').trim();
  return isName(name) ? name : null;
}

/** Never shortened or cleaned: that could make it another account's address. */
function emailOf(value: unknown): string | null {
  const isWhole = typeof value === 'string' && value.length <= LONGEST_EMAIL && isShowable(value);
  return isWhole && value !== '' ? value : null;
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, 254).replaceAll('\0', '') : null;
