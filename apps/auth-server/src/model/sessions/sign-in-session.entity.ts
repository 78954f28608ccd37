import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';

@Entity('sign_in_sessions')
@Index('sign_in_sessions_account', ['accountId'])
@Index('sign_in_sessions_expiry', ['expiresAt'])
export class SignInSession {
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  /** "Firefox on Linux", of the sign-in's `User-Agent`; null: unknown. */
  @Column('varchar', { length: 60, nullable: true })
  browser: string | null;

  @TimeColumn('created_at')
  createdAt: number;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;

  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;
}
