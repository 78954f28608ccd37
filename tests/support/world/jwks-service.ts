import { type JSONWebKeySet, createLocalJWKSet, jwtVerify } from 'jose';
import { call } from './world';

const SECOND = 1000;

export interface ExpectedToken {
  issuer: string;
  typ: 'at+jwt' | 'JWT';
}

/** A resource server with `jose` that caches the JWKS as long as allowed and never fetches for an unknown key. */
export class JwksService {
  private keys = createLocalJWKSet({ keys: [] });
  private goodUntil = -Infinity;

  /** @param lazy seconds before the cache ends at which it fetches again, so that services fetch at different times. */
  constructor(private readonly lazy: number) {}

  /** @param now epoch milliseconds. */
  async verify(token: string, expected: ExpectedToken, jwksUri: string, now: number): Promise<void> {
    if (now >= this.goodUntil) await this.read(jwksUri, now);
    await jwtVerify(token, this.keys, { ...expected, currentDate: new Date(now) });
  }

  private async read(jwksUri: string, now: number): Promise<void> {
    const { body, headers } = await call<JSONWebKeySet>('GET', jwksUri);
    const [, maxAge] = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '') ?? [];
    this.keys = createLocalJWKSet(body);
    this.goodUntil = now + (Number(maxAge) - this.lazy) * SECOND;
  }
}
