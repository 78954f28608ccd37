import { Injectable } from '@nestjs/common';
import { Units } from '../database/units';

const USE = 'INSERT INTO used_tokens (hash, expires_at) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING';

/** What may be presented once. The database alone judges which use is the first, whichever process it reaches. */
@Injectable()
export class ReplayRepository {
  constructor(private readonly units: Units) {}

  /**
   * @param hash SHA-256 of what it is, who presents it and its `jti`.
   * @param expiresAt when it would not be taken anyway, in epoch milliseconds.
   * @returns whether this is its first use.
   */
  async use(hash: string, expiresAt: number): Promise<boolean> {
    return (await this.units.run(USE, hash, expiresAt)) === 1;
  }
}
