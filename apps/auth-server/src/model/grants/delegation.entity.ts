import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../clients/client.entity';
import { ScopeColumn, TimeColumn } from '../../platform/database/columns';
import { Grant } from './grant.entity';
import { Stored } from '../../platform/database/table-facts';

/** One row per grant, and per client and resource for which a token of the grant was exchanged. */
@Entity('delegations')
@Stored({
  removed:
    'the server, with their grant. One row for each application that exchanges tokens of a grant, and each resource that the new ones are for',
})
export class Delegation {
  @ForeignKey(() => Grant, { onDelete: 'CASCADE' })
  @PrimaryColumn('varchar', { name: 'grant_id', length: 36 })
  grantId: string;

  /** The client that acts. */
  @Index('delegations_client')
  @ForeignKey(() => Client, { onDelete: 'CASCADE' })
  @PrimaryColumn('bigint', { name: 'client_id' })
  clientId: number;

  @PrimaryColumn('varchar', { length: 2048 })
  resource: string;

  /** That any exchange gave since the grant began or was narrowed. */
  @ScopeColumn('scopes')
  scopes: string[];

  /** The grant's at the last exchange: a lower one is of an earlier grant. */
  @Column('bigint', { name: 'grant_epoch' })
  grantEpoch: number;

  @TimeColumn('created_at')
  createdAt: number;

  @TimeColumn('last_used_at')
  lastUsedAt: number;
}
