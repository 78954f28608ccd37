import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Client } from './client.entity';
import { Holds, Stored } from '../../platform/database/table-facts';

/** Milliseconds for which one that ended is still listed. */
const LISTED = 7 * 24 * 3_600_000;

/** A client may have several, so that one can be replaced without an outage. */
@Entity('client_secrets')
@Stored({
  removed: 'with their client; one that was replaced, 7 days after its end. 5 living for each',
  restored: 'stays ended',
})
@Index('client_secrets_client', ['clientId'])
@Index('client_secrets_expiry', ['expiresAt'], { where: 'expires_at IS NOT NULL' })
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

  /** Its developer's, to tell it from others. */
  @Holds('sent', '60')
  @Column('varchar', { length: 60, nullable: true })
  name: string | null;

  @TimeColumn('created_at')
  createdAt: number;

  /** To the minute: a write per call would be too dear. */
  @TimeColumn('last_used_at', { nullable: true })
  lastUsedAt: number | null;

  /** When it is refused, where another one replaces it. */
  @Expires({ grace: LISTED })
  @TimeColumn('expires_at', { nullable: true })
  expiresAt: number | null;

  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;
}
