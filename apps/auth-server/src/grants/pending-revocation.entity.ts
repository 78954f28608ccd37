import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/**
 * An ended account, client or grant whose grants and families are still to be revoked; they are refused already (ADR 24).
 * The table keeps its first name: replicas of two versions share it during an upgrade.
 */
@Entity('loose_ends')
export class PendingRevocation {
  @PrimaryColumn('varchar', { length: 7 })
  kind: 'account' | 'client' | 'grant';

  /** The id of its row. */
  @PrimaryColumn('varchar', { length: 36 })
  subject: string;

  /** When it ended; what is left has ended then. */
  @TimeColumn('at')
  at: number;

  /** Of the caller that ended it. */
  @Column('text', { nullable: true })
  address: string | null;
}
