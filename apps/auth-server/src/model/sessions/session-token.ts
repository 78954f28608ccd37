import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { DerivedKeys } from '../keys/derived-keys';
import { hashToken } from '../../protocol/token/opaque-secret';

const TYP = 'session+jwt';
const ALG = 'HS256';

/** Only tokens that this server signed fill the cache. */
const MOST_CACHED = 10_000;

export interface SessionTokenContent {
  accountId: string;
  sessionId: string;
  /** Epoch milliseconds: a later sign-in in the same session takes the token's place. */
  signedInAt: number;
}

interface Verified {
  header: { typ?: string };
  payload: { sub?: unknown; jti?: unknown; auth_time?: unknown };
}

/** JWTs for the auth server alone; `typ`, audience and an unpublished key separate them from access tokens (RFC 8725 §3.11). */
@Injectable()
export class SessionTokens {
  private readonly jwt: JwtService;
  /** By the token's hash. */
  private readonly verified = new Map<string, SessionTokenContent>();

  constructor(
    { session }: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    // A key object: jsonwebtoken tries bytes as a public key first, 350 µs for each token.
    this.jwt = new JwtService({ secretOrKeyProvider: () => session });
  }

  /** @param times epoch milliseconds. */
  sign(content: SessionTokenContent, { now, expiresAt }: { now: number; expiresAt: number }): string {
    const { accountId, sessionId, signedInAt } = content;
    const { issuer } = this.settings;
    const [iat, exp] = [Math.floor(now / 1000), Math.floor(expiresAt / 1000)];
    const claims = { iss: issuer, aud: issuer, sub: accountId, jti: sessionId, auth_time: signedInAt / 1000, iat, exp };
    return this.jwt.sign(claims, { algorithm: ALG, header: { alg: ALG, typ: TYP } });
  }

  /** Ignores expiry, which the session's row decides. @returns `null` for any other token. */
  parse(token: string): SessionTokenContent | null {
    const hash = hashToken(token);
    const known = this.verified.get(hash);
    if (known !== undefined) return known;
    const content = this.verify(token);
    if (content === null) return null;
    if (this.verified.size >= MOST_CACHED) this.verified.clear();
    this.verified.set(hash, content);
    return content;
  }

  private verify(token: string): SessionTokenContent | null {
    try {
      const { issuer } = this.settings;
      const { header, payload } = this.jwt.verify<Verified>(token, {
        algorithms: [ALG],
        issuer,
        audience: issuer,
        complete: true,
        ignoreExpiration: true,
      });
      const { sub, jti, auth_time: authTime } = payload;
      if (header.typ !== TYP || typeof sub !== 'string' || typeof jti !== 'string' || typeof authTime !== 'number')
        return null;
      return { accountId: sub, sessionId: jti, signedInAt: Math.round(authTime * 1000) };
    } catch {
      return null;
    }
  }
}
