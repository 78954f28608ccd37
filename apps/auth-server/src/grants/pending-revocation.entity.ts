import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** What ended, and has left grants or families that are still to be ended: nobody can use them since (ADR 24). */
@Entity('loose_ends')
export class LooseEnd {
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
