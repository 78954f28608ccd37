import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';
import { Expires } from '../database/expires';
import { Holds, Stored } from '../database/table-facts';

@Entity('limit_counts')
@Stored({ removed: 'the server, when nothing of it counts: after 15 minutes or an hour' })
@Index('limit_counts_expiry', ['expiresAt'])
export class LimitCount {
  /** SHA-256 of the limit's name and key: unknown emails count too, and are not stored in clear. */
  @Holds('name', 'SHA-256 of what is counted, an email can be guessed')
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** For operators. */
  @Column('varchar', { length: 32 })
  name: string;

  /** JSON: an array of `Slot`. */
  @Holds('name', '16 pairs of numbers at most')
  @Column('text')
  slots: string;

  @TimeColumn('last_at')
  lastAt: number;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;
}
