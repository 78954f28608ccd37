import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { SETTINGS, type Settings } from '../config/settings';
import { DerivedKeys } from '../keys/derived-keys';
import { hashToken } from '../protocol/token/opaque-secret';

const TYP = 'session+jwt';
const ALG = 'HS256';

/** How many tokens are remembered; each was signed here, so nobody fills this from outside. */
const KEPT = 10_000;

/** What a session token says: whose session, and which. */
export interface SessionTokenContent {
  accountId: string;
  sessionId: string;
}

interface Verified {
  header: { typ?: string };
  payload: { sub?: unknown; jti?: unknown };
}

/**
 * Session tokens: JWTs for the auth server alone, under a key that is in no JWKS. They are told from access tokens by
 * `typ`, audience and key (RFC 8725 §3.11).
 */
@Injectable()
export class SessionTokens {
  private readonly jwt: JwtService;
  /** What verified tokens say, by their hashes: that never changes, and time is not asked. */
  private readonly verified = new Map<string, SessionTokenContent>();

  constructor(
    { session }: DerivedKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    // As a key object: bytes would be tried as a public key first, for every token (350 µs).
    this.jwt = new JwtService({ secretOrKeyProvider: () => session });
  }

  /** @param times epoch milliseconds. */
  sign({ accountId, sessionId }: SessionTokenContent, { now, expiresAt }: { now: number; expiresAt: number }): string {
    const { issuer } = this.settings;
    const [iat, exp] = [Math.floor(now / 1000), Math.floor(expiresAt / 1000)];
    const claims = { iss: issuer, aud: issuer, sub: accountId, jti: sessionId, iat, exp };
    return this.jwt.sign(claims, { algorithm: ALG, header: { alg: ALG, typ: TYP } });
  }

  /** @returns `null` for everything that is not a session token of ours. Whether the session lives, its row tells. */
  parse(token: string): SessionTokenContent | null {
    const hash = hashToken(token);
    const known = this.verified.get(hash);
    if (known !== undefined) return known;
    const content = this.verify(token);
    if (content === null) return null;
    if (this.verified.size >= KEPT) this.verified.clear();
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
