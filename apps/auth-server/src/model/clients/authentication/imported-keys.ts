import { Injectable } from '@nestjs/common';
import type { CryptoKey } from 'jose';
import { type PublicJwk, thumbprintOf } from '../../../protocol/signing/public-jwk';
import { RecentlyUsed } from '../recently-used';

/** An imported key takes up to ten kilobytes. */
const MOST_KEPT = 200;

/** A cache of imported keys: halves the cost of a verification. */
@Injectable()
export class ImportedKeys {
  private readonly kept = new RecentlyUsed<Promise<CryptoKey | null>>({ entries: MOST_KEPT });

  /** @returns `null` for a JWK that is no key of the algorithm, e.g. a point off its curve. */
  of(jwk: PublicJwk, alg: string): Promise<CryptoKey | null> {
    const name = `${alg} ${thumbprintOf(jwk)}`;
    const known = this.kept.get(name);
    if (known !== undefined) return known;
    const key = importKey(jwk, alg);
    this.kept.set(name, key);
    return key;
  }
}

async function importKey(jwk: PublicJwk, alg: string): Promise<CryptoKey | null> {
  const { importJWK } = await import('jose');
  return (importJWK(jwk, alg) as Promise<CryptoKey>).catch(() => null);
}
