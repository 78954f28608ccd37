import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Holds, Stored } from '../../platform/database/table-facts';

/** One row: tells whether a master key is this database's. */
@Entity('master_key_checks')
@Stored({ removed: 'nobody: one row' })
export class MasterKeyCheck {
  @PrimaryColumn('integer')
  id: number;

  @Holds('secret', 'HMAC-SHA-256 under the master key')
  @Column('varchar', { length: 64 })
  value: string;

  /** Since when this master key is the database's. */
  @TimeColumn('since')
  since: number;
}
