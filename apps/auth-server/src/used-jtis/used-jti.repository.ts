import { Injectable } from '@nestjs/common';
import { Units } from '../database/units';

const USE = 'INSERT INTO used_tokens (hash, expires_at) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING';

/** The used-`jti` store (RFC 7523 §3, RFC 9449 §11.1): the insert decides which of several uses is the first. */
@Injectable()
export class UsedJtiRepository {
  constructor(private readonly units: Units) {}

  /**
   * @param hash SHA-256 of the kind of token, its client or key, and its `jti`.
   * @param expiresAt from when it is refused as expired, in epoch milliseconds.
   * @returns whether this is its first use.
   */
  async use(hash: string, expiresAt: number): Promise<boolean> {
    return (await this.units.run(USE, hash, expiresAt)) === 1;
  }
}
