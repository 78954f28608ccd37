import { Injectable } from '@nestjs/common';
import type { JWTVerifyGetKey } from 'jose';
import type { KeyPurpose } from '../../../protocol/signing/key-chain';
import { KeyRing } from './key-ring';

/** The public keys in `jose`'s form, cached until the JWKS changes. */
@Injectable()
export class VerificationKeys {
  private readonly kept = new Map<KeyPurpose, { kids: string; keys: JWTVerifyGetKey }>();

  constructor(private readonly ring: KeyRing) {}

  async of(purpose: KeyPurpose): Promise<JWTVerifyGetKey> {
    const jwks = await this.ring.publicJwks(purpose);
    const kids = jwks.map(({ kid }) => kid).join(' ');
    const known = this.kept.get(purpose);
    if (known?.kids === kids) return known.keys;
    const { createLocalJWKSet } = await import('jose');
    const keys = createLocalJWKSet({ keys: jwks });
    this.kept.set(purpose, { kids, keys });
    return keys;
  }
}
