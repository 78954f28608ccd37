import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../clients/client.entity';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Holds, Stored } from '../../platform/database/table-facts';

/** How long counts are kept, in hours. */
export const HOURS_KEPT = 90 * 24;

/** How often a kind of call was answered to a client within an hour (ADR 14). */
@Entity('usage_counts')
@Stored({
  removed:
    'the server, after 90 days, or with their application. One row for each hour and kind of an application that a developer registered',
})
@Index('usage_counts_client', ['clientId', 'hour'])
@Index('usage_counts_hour', ['hour'])
export class UsageCount {
  /** Of hour, client and kind: one column, by which rows are purged. */
  @PrimaryColumn('varchar', { length: 96 })
  id: string;

  @ForeignKey(() => Client, { onDelete: 'CASCADE' })
  @Column('bigint', { name: 'client_id' })
  clientId: number;

  /** Its beginning. */
  @Expires({ grace: HOURS_KEPT * 3_600_000 })
  @TimeColumn('hour')
  hour: number;

  @Holds('name', 'of a closed list')
  @Column('varchar', { length: 64 })
  kind: string;

  @TimeColumn('calls')
  calls: number;
}
