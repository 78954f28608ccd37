import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: tells whether a master key is this database's. */
@Entity('master_key_checks')
export class MasterKeyCheck {
  @PrimaryColumn('integer')
  id: number;

  @Column('varchar', { length: 64 })
  value: string;
}
