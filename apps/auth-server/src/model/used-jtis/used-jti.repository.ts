import { Injectable } from '@nestjs/common';
import { Units } from '../../platform/database/units';

const SELECT = 'SELECT 1 FROM used_jtis WHERE hash = ?';
const USE = 'INSERT INTO used_jtis (hash, expires_at) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING';

/** RFC 7523 §3, RFC 9449 §11.1; of concurrent uses one insert succeeds. */
@Injectable()
export class UsedJtiRepository {
  constructor(private readonly units: Units) {}

  /**
   * @param hash as in used-jti.entity.ts.
   * @param expiresAt of the token, in epoch milliseconds.
   * @returns whether this is its first use.
   */
  async use(hash: string, expiresAt: number): Promise<boolean> {
    return (await this.units.run(USE, hash, expiresAt)) === 1;
  }

  async isUsed(hash: string): Promise<boolean> {
    return (await this.units.get(SELECT, hash)) !== undefined;
  }
}
