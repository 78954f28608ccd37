import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SETTINGS, type Settings } from '../config/settings';
import { DerivedKeys } from '../keys/derived-keys';
import { hashToken } from '../protocol/token/opaque-secret';

const TYP = 'session+jwt';
const ALG = 'HS256';

/** Only tokens that this server signed fill the cache. */
const MOST_CACHED = 10_000;

export interface SessionTokenContent {
  accountId: string;
  sessionId: string;
}

interface Verified {
  header: { typ?: string };
  payload: { sub?: unknown; jti?: unknown };
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
  sign({ accountId, sessionId }: SessionTokenContent, { now, expiresAt }: { now: number; expiresAt: number }): string {
    const { issuer } = this.settings;
    const [iat, exp] = [Math.floor(now / 1000), Math.floor(expiresAt / 1000)];
    const claims = { iss: issuer, aud: issuer, sub: accountId, jti: sessionId, iat, exp };
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
      if (header.typ !== TYP || typeof payload.sub !== 'string' || typeof payload.jti !== 'string') return null;
      return { accountId: payload.sub, sessionId: payload.jti };
    } catch {
      return null;
    }
  }
}
