import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

/** One row: tells whether a master key is this database's. */
@Entity('master_key_checks')
export class MasterKeyCheck {
  @PrimaryColumn('integer')
  id: number;

  @Column('varchar', { length: 64 })
  value: string;

  /** Since when this master key is the database's. */
  @TimeColumn('since')
  since: number;
}
