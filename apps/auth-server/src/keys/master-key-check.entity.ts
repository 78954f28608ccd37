import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row that tells whether a master key is the one this database was made with. */
@Entity('master_key_checks')
export class MasterKeyCheck {
  @PrimaryColumn('integer')
  id: number;

  @Column('varchar', { length: 64 })
  value: string;
}
