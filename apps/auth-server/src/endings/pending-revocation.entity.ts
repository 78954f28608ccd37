import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../platform/database/columns';
import { Holds, Stored } from '../platform/database/table-facts';

/** See ADR 24. */
@Entity('pending_revocations')
@Stored({ removed: 'the server, when all that hung on it has ended' })
export class PendingRevocation {
  @PrimaryColumn('varchar', { length: 7 })
  kind: 'account' | 'client' | 'grant';

  /** An id of that kind. */
  @PrimaryColumn('varchar', { length: 36 })
  subject: string;

  /** Also the time of the events and revocations that follow. */
  @TimeColumn('at')
  at: number;

  /** The caller's. */
  @Holds('sent', 'an IP address')
  @Column('text', { nullable: true })
  address: string | null;
}
