import { Injectable } from '@nestjs/common';
import { Units } from '../../platform/database/units';

const SELECT = 'SELECT since FROM master_key_checks WHERE id = 1';

@Injectable()
export class MasterKeyAge {
  constructor(private readonly units: Units) {}

  /** Since when the master key is the database's, in epoch milliseconds. A server that runs has stored its key's row. */
  async since(): Promise<number> {
    return Number((await this.units.get<{ since: number }>(SELECT))!.since);
  }
}
