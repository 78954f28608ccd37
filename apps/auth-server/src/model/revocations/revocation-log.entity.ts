import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Holds, Stored } from '../../platform/database/table-facts';

/** One row: the name of this history of revocations. A restore begins another one. */
@Entity('revocation_logs')
@Stored({ removed: 'nobody: one row' })
export class RevocationLog {
  @PrimaryColumn('integer')
  id: number;

  /** 16 random bytes, base64url; keys the digests that services compare. */
  @Holds('name', '16 random bytes, published, which name the history of revocations')
  @Column('varchar', { length: 22 })
  log: string;

  @TimeColumn('created_at')
  createdAt: number;
}
