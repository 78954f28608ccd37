import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Ends, Exported, Holds, Stored } from '../../platform/database/table-facts';

@Entity('sign_in_sessions')
@Stored({
  removed: 'the server, `SESSION_TTL` after the sign-in. Limit `password_successes`, elsewhere `sign_in_requests`',
  secrets: 'none: a session token is signed by a derived key',
})
@Exported('sessions')
@Index('sign_in_sessions_account', ['accountId'])
@Index('sign_in_sessions_expiry', ['expiresAt'])
export class SignInSession {
  @Exported()
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  /** "Firefox on Linux", of the sign-in's `User-Agent`; null: unknown. */
  @Holds('sent', 'a name of a short list, by the `User-Agent`')
  @Exported()
  @Column('varchar', { length: 60, nullable: true })
  browser: string | null;

  @Exported()
  @TimeColumn('created_at')
  createdAt: number;

  /** Up to five minutes behind. */
  @Exported()
  @TimeColumn('last_used_at')
  lastUsedAt: number;

  @Expires()
  @Exported()
  @TimeColumn('expires_at')
  expiresAt: number;

  @Exported()
  @Ends('sign-in sessions')
  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;

  /** When the person signed in at the app of `SIGN_IN_URL`; null: here, at `createdAt`. */
  @Exported()
  @TimeColumn('auth_time', { nullable: true })
  authTime: number | null;

  /** By the word of the app. */
  @Holds('sent', '254')
  @Exported()
  @Column('text', { nullable: true })
  acr: string | null;

  /** SHA-256 of the app's name of its session. */
  @Holds('sent', 'SHA-256')
  @Column('varchar', { name: 'sid_hash', length: 64, nullable: true })
  sidHash: string | null;

  /** When the app vouched for it last; null: a password did. */
  @TimeColumn('confirmed_at', { nullable: true })
  confirmedAt: number | null;
}
