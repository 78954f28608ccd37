import { hash } from 'node:crypto';

import { BearerFault } from '../bearer/bearer-fault.ts';
import { type Clock, elapsedOf } from './clock.ts';
import type { Introspection } from './introspection/introspection.ts';
import { isPromise } from './is-promise.ts';
import { assertSignature } from './keys/signature.ts';
import { keyForToken } from './keys/token-key.ts';
import type { VerificationKey } from './keys/verification-key.ts';
import { mismatchOf } from './mismatch.ts';
import { assertAccessToken, assertAudience } from './token/access-token.rule.ts';
import { type CompactJws, parseCompactJws, parseJsonPart } from './token/compact-jws.ts';
import type { VerifiedAccessToken } from './token/verified-access-token.ts';
import type { JsonObject } from './token/strict-json.ts';
import type { TrustedIssuer } from './trusted-issuer.ts';
import { observed, type VerifierObserver } from './verifier-observer.ts';
import { type CachedToken, VerifiedTokenCache } from './verified-token-cache.ts';

export interface VerifierSettings {
  readonly issuers: readonly TrustedIssuer[];
  /** Of the issuer whose tokens may be opaque. */
  readonly introspection?: Introspection | undefined;
  readonly clock: Clock;
  /** How many verified tokens are kept. */
  readonly cacheSize: number;
  readonly observer?: VerifierObserver | undefined;
}

/** Three parts of base64url (RFC 7515 §3.1), whether they hold JSON or not: such a token is never opaque. */
const isJws = (text: string) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);

/** An issuer that puts something else into each header fills this and is not slowed down by it. */
const MOST_HEADERS = 100;

interface Attempt {
  readonly issuer: TrustedIssuer;
  readonly jws: CompactJws;
  /** The hash of the token. */
  readonly id: string;
  readonly audiences: readonly string[] | undefined;
}

type Answer = VerifiedAccessToken | Promise<VerifiedAccessToken>;

/**
 * Verifies access tokens for the guard, gateways and resolvers. The steps: the cache, the issuer, its key, the signature,
 * the claims, the revocations.
 */
export class AccessTokenVerifier {
  private readonly cache: VerifiedTokenCache;
  private readonly elapsed: () => number;
  /** Those of genuine tokens: an issuer's tokens have few different ones. */
  private readonly headers = new Map<string, JsonObject>();

  constructor(private readonly settings: VerifierSettings) {
    this.elapsed = elapsedOf(settings.clock);
    this.cache = new VerifiedTokenCache(settings.cacheSize);
  }

  /**
   * The content of a valid access token that names one of the audiences, else one of its issuer's; a promise only where it
   * waits for the issuer. Throws or rejects with a `BearerFault`: `invalid_token`, `temporarily_unavailable`.
   */
  verify(text: string, audiences?: readonly string[]): Answer {
    const { observer } = this.settings;
    const id = hash('sha256', text, 'base64');
    const cached = this.cache.find(id);
    if (cached === undefined || !cached.issuer.keys.holds(cached.key)) {
      const verify = () => this.verifyAnew(text, id, audiences);
      return observer === undefined ? verify() : observed(verify, observer, this.elapsed);
    }
    observer?.lookedUp(true);
    assertAudience(cached.token.audience, audiences ?? cached.issuer.audiences);
    return this.judge(id, cached);
  }

  /** Calls the listener after every change of an issuer's revocations; returns what ends that. */
  onRevocations(listener: () => void): () => void {
    const stops = this.settings.issuers.map(({ revocations }) => revocations.onChange(listener));
    return () => stops.forEach((stop) => stop());
  }

  get issuers(): readonly TrustedIssuer[] {
    return this.settings.issuers;
  }

  private verifyAnew(text: string, id: string, audiences: readonly string[] | undefined): Answer {
    const { introspection } = this.settings;
    if (introspection !== undefined && !isJws(text)) return introspection.verify(text, id, audiences);
    const jws = parseCompactJws(text, this.headers);
    const issuer = this.issuerOf(jws);
    const key = keyForToken(jws.header, issuer.keys);
    if (!isPromise(key)) return this.verifyBy(key, { issuer, jws, id, audiences });
    return key.then((found) => this.verifyBy(found, { issuer, jws, id, audiences }));
  }

  private issuerOf({ payload }: CompactJws): TrustedIssuer {
    const { issuers } = this.settings;
    if (issuers.length === 1) return issuers[0]!;
    const { iss } = parseJsonPart(payload);
    const issuer = issuers.find((trusted) => trusted.issuer === iss);
    if (issuer !== undefined) return issuer;
    const names = issuers.map((trusted) => trusted.issuer);
    throw BearerFault.foreignToken('iss is not a trusted issuer', mismatchOf(names, iss));
  }

  private verifyBy(key: VerificationKey, { issuer, jws, id, audiences }: Attempt): Answer {
    assertSignature(jws, key);
    this.remember(jws);
    const { profile } = issuer;
    const expected = {
      issuer: issuer.issuer,
      audiences: audiences ?? issuer.audiences,
      profile,
      now: this.settings.clock.now(),
    };
    const token = assertAccessToken(jws.header, parseJsonPart(jws.payload), expected);
    return this.judge(id, { token, issuer, key, judgedAt: NaN, wasFound: false });
  }

  private remember({ encodedHeader, header }: CompactJws): void {
    if (this.headers.size >= MOST_HEADERS || this.headers.has(encodedHeader)) return;
    // A copy: a slice would keep the whole token in memory.
    this.headers.set(Buffer.from(encodedHeader, 'latin1').toString('latin1'), header);
  }

  private judge(id: string, cached: CachedToken): Answer {
    const { clock } = this.settings;
    const now = clock.now();
    const ready = cached.issuer.revocations.ready(now);
    return ready === undefined
      ? this.judgeAt(now, id, cached)
      : ready.then(() => this.judgeAt(clock.now(), id, cached));
  }

  /** What may have changed since the token was verified, or while the call waited. */
  private judgeAt(now: number, id: string, cached: CachedToken): VerifiedAccessToken {
    const { token, issuer, judgedAt } = cached;
    if (now >= token.expiresAt) {
      this.cache.delete(id);
      throw BearerFault.expiredToken(token);
    }
    const { version } = issuer.revocations;
    if (judgedAt === version) return token;
    if (issuer.revocations.isRevoked(cached)) {
      this.cache.delete(id);
      throw BearerFault.invalidToken('revoked by the issuer', token);
    }
    if (Number.isNaN(judgedAt)) this.cache.add(id, cached);
    cached.judgedAt = version;
    return token;
  }
}
