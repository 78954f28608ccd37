import { Injectable } from '@nestjs/common';
import { Units } from '../../platform/database/units';

const SELECT = 'SELECT since FROM master_key_checks WHERE id = 1';

@Injectable()
export class MasterKeyAge {
  constructor(private readonly units: Units) {}

  /** Since when the master key is the database's, in epoch milliseconds; `null`: from an earlier version, not known. */
  async since(): Promise<number | null> {
    const since = (await this.units.get<{ since: number | null }>(SELECT))?.since ?? null;
    return since === null ? null : Number(since);
  }
}
