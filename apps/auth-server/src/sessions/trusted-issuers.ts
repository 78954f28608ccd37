import { Inject, Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings, type TrustedIssuer } from '../config/settings';
import { OAuthError } from '../protocol/oauth-error';

type Jose = typeof import('jose');

/** Asymmetric only: with a shared secret the issuer's other readers could mint tokens too. */
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

/** The last instant that a date can name, in epoch milliseconds. */
const LAST_DATE = 8.64e15;

/** What a trusted issuer's token says. */
export interface ForeignToken {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  acr: string | null;
  /** When the account signed in there, in epoch milliseconds; where nothing says, when the token was issued. */
  authTime: number;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Takes the JWTs of issuers that the operator trusts, for teams that have accounts already. */
@Injectable()
export class TrustedIssuers {
  private readonly issuers: ReadonlyMap<string, TrustedIssuer>;
  private readonly keys = new Map<string, JWTVerifyGetKey>();

  constructor(
    @Inject(SETTINGS) { trustedIssuers }: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.issuers = new Map(trustedIssuers.map((trusted) => [trusted.issuer, trusted]));
  }

  /**
   * @returns `null` for a token that is not one of theirs, or not valid.
   * @throws OAuthError `temporarily_unavailable` when the issuer's keys cannot be had.
   */
  async parse(token: string): Promise<ForeignToken | null> {
    if (this.issuers.size === 0) return null;
    // Most servers trust nobody, and start 25 ms sooner without it.
    const jose = await import('jose');
    const known = this.issuers.get(issuerOf(token, jose) ?? '');
    if (known === undefined) return null;
    const { issuer, audience, typ } = known;
    try {
      const { payload } = await jose.jwtVerify(token, this.keysOf(known, jose), {
        issuer,
        audience,
        ...(typ !== null && { typ }),
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(this.clock.now()),
      });
      if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > 255 || !isKeepable(payload.sub))
        return null;
      const { sub: subject, exp = 0 } = payload;
      return {
        issuer,
        subject,
        name: textOf(payload.name),
        email: textOf(payload.email),
        acr: textOf(payload.acr),
        authTime: authTimeOf(payload),
        expiresAt: Math.min(exp * 1000, LAST_DATE),
      };
    } catch (error) {
      if (isInvalidToken(error, jose)) return null;
      throw new OAuthError('temporarily_unavailable', 'the keys of the token issuer cannot be had', {
        retryAfter: 5,
        cause: error,
      });
    }
  }

  private keysOf({ issuer, jwksUri }: TrustedIssuer, { createRemoteJWKSet }: Jose): JWTVerifyGetKey {
    const keys = this.keys.get(issuer) ?? createRemoteJWKSet(new URL(jwksUri));
    this.keys.set(issuer, keys);
    return keys;
  }
}

function issuerOf(token: string, { decodeJwt }: Jose): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/** Told from a failure to fetch the issuer's keys, which is no fault of the token. */
function isInvalidToken(error: unknown, { errors }: Jose): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

/** A database keeps neither halves of surrogate pairs nor, if it is PostgreSQL, U+0000. */
const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** A whole second: its last millisecond counts. One that says nothing of it is as old as can be. */
function authTimeOf({ auth_time: authTime, iat }: JWTPayload): number {
  const seconds = typeof authTime === 'number' ? authTime : (iat ?? 0);
  return Math.min(Math.max(0, Math.floor(seconds) * 1000 + 999), LAST_DATE);
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, 254).replaceAll('\0', '') : null;
