import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';
import { Expires } from '../database/expires';

@Entity('limit_counts')
@Index('limit_counts_expiry', ['expiresAt'])
export class LimitCount {
  /** SHA-256 of the limit's name and key: unknown e-mails count too, and are not stored in clear. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** For operators. */
  @Column('varchar', { length: 32 })
  name: string;

  /** JSON: an array of `Slot`. */
  @Column('text')
  slots: string;

  @TimeColumn('last_at')
  lastAt: number;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;
}
