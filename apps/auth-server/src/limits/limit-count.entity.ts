import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** How often something limited happened in its window, for all processes: a row for each key. */
@Entity('limit_counts')
@Index('limit_counts_expiry', ['expiresAt'])
export class LimitCount {
  /** SHA-256 of the limit's name and key: unknown e-mails count too, and are not stored in clear. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** The limit's name, for operators who read the table. */
  @Column('varchar', { length: 32 })
  name: string;

  /** JSON: `[since, count]` for each part of the window. */
  @Column('text')
  slots: string;

  @TimeColumn('last_at')
  lastAt: number;

  /** From then on nothing in it counts or is remembered. */
  @TimeColumn('expires_at')
  expiresAt: number;
}
