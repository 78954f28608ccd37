import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** Who does what one process is to do for all, until when. */
@Entity('leases')
export class Lease {
  @PrimaryColumn('varchar', { length: 20 })
  name: string;

  /** A process's own random id. */
  @Column('varchar', { length: 36 })
  holder: string;

  @TimeColumn('expires_at')
  expiresAt: number;
}
