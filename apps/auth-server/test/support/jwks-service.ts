import { type JSONWebKeySet, createLocalJWKSet, jwtVerify } from 'jose';
import { call } from './world';

const SECOND = 1000;

/** What a token must be. */
export interface ExpectedToken {
  issuer: string;
  typ: 'at+jwt' | 'JWT';
}

/** A service with `jose`, that keeps the JWKS as long as it may and looks for no key that it does not know. */
export class JwksService {
  private keys = createLocalJWKSet({ keys: [] });
  private goodUntil = -Infinity;

  /** @param lazy how many seconds sooner than it must it asks again, so that no two ask at the same time. */
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
