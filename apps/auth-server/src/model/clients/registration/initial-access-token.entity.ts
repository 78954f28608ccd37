import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../../accounts/account.entity';
import { TimeColumn } from '../../../platform/database/columns';
import { Expires } from '../../../platform/database/expires';
import { Ends, Holds, Stored } from '../../../platform/database/table-facts';

/** RFC 7591 §3. */
@Entity('initial_access_tokens')
@Stored({ removed: 'the server, when they expire. 20 living for each account' })
@Index('initial_access_tokens_account', ['accountId'])
@Index('initial_access_tokens_expiry', ['expiresAt'])
@Index('initial_access_tokens_hash', ['hash'], { unique: true })
export class InitialAccessToken {
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  /** SHA-256. */
  @Holds('secret', 'SHA-256 of 256 random bits')
  @Column('varchar', { length: 64 })
  hash: string;

  @TimeColumn('created_at')
  createdAt: number;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;

  @Ends('initial access tokens')
  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;
}
