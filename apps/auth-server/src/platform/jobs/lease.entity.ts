import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';
import { Expires } from '../database/expires';
import { Stored } from '../database/table-facts';

@Entity('leases')
@Stored({ removed: 'the server' })
export class Lease {
  @PrimaryColumn('varchar', { length: 20 })
  name: string;

  /** A random id of the process. */
  @Column('varchar', { length: 36 })
  holder: string;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;
}
