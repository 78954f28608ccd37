import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

/** One row: the name of this history of revocations. A restore begins another one. */
@Entity('revocation_logs')
export class RevocationLog {
  @PrimaryColumn('integer')
  id: number;

  /** 16 random bytes, base64url; keys the digests that services compare. */
  @Column('varchar', { length: 22 })
  log: string;

  @TimeColumn('created_at')
  createdAt: number;
}
