import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Client } from './client.entity';
import { Holds, Stored } from '../../platform/database/table-facts';

/** A client may have several, so that one can be replaced without an outage. */
@Entity('client_secrets')
@Stored({ removed: 'with their client. 5 living for each', restored: 'stays ended' })
@Index('client_secrets_client', ['clientId'])
export class ClientSecret {
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @ForeignKey(() => Client)
  @Column('bigint', { name: 'client_id' })
  clientId: number;

  /** SHA-256 of 256 random bits. */
  @Holds('secret', 'SHA-256 of 256 random bits')
  @Column('varchar', { length: 64 })
  hash: string;

  /** Its last four characters; `null`: it is older than hints. */
  @Holds('secret', 'see below')
  @Column('varchar', { length: 4, nullable: true })
  hint: string | null;

  @TimeColumn('created_at')
  createdAt: number;

  /** To the minute: a write per call would be too dear. */
  @TimeColumn('last_used_at', { nullable: true })
  lastUsedAt: number | null;

  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;
}
