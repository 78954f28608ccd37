import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** How often something that is limited happened of late, counted for all processes: one row for each key. */
@Entity('limit_counts')
@Index('limit_counts_expiry', ['expiresAt'])
export class LimitCount {
  /** SHA-256 of the limit's name and of what is counted: unknown e-mails count too, and are not stored in clear. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** The limit's name; it lets an operator read the table. */
  @Column('varchar', { length: 32 })
  name: string;

  /** JSON: `[since, count]` for each part of the window in which something was counted. */
  @Column('text')
  slots: string;

  /** When the last one was counted. */
  @TimeColumn('last_at')
  lastAt: number;

  /** From then on nothing of it counts, nor is remembered. */
  @TimeColumn('expires_at')
  expiresAt: number;
}
