import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Exported, Holds, Stored } from '../../platform/database/table-facts';

@Entity('accounts')
@Stored({
  removed:
    'nobody; closing an account erases all but `id` and times. Limit `sign_ups`; a trusted issuer, the app of `SIGN_IN_URL` and a provider make one row for each of their accounts',
  restored: 'stays ended',
})
@Index('accounts_email_key', ['emailKey'], { unique: true })
@Index('accounts_issuer_subject', ['issuer', 'subject'], { unique: true })
@Index('accounts_created', ['createdAt', 'id'])
@Index('accounts_administrators', ['adminSince'], { where: 'admin_since IS NOT NULL' })
// On PostgreSQL alone, by a collation that TypeORM cannot name.
@Index('accounts_email_prefix', { synchronize: false })
export class Account {
  @Exported()
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  /** As typed; erased when the account closes. */
  @Holds('sent', '254')
  @Exported()
  @Column('text', { nullable: true })
  email: string | null;

  /** Null for accounts of a trusted issuer, which are never matched by email. */
  @Holds('sent', '254')
  @Column('text', { name: 'email_key', nullable: true })
  emailKey: string | null;

  /** When a mailed token first proved the email; null: it is unverified. */
  @Exported()
  @TimeColumn('email_verified_at', { nullable: true })
  emailVerifiedAt: number | null;

  @Holds('sent', '200, of an issuer 254')
  @Exported()
  @Column('text', { nullable: true })
  name: string | null;

  /** Argon2id, with its parameters. */
  @Holds('secret', 'Argon2id')
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  @Holds('name')
  @Exported()
  @Column('text', { nullable: true })
  issuer: string | null;

  @Holds('sent', '255')
  @Exported()
  @Column('text', { nullable: true })
  subject: string | null;

  /** JSON: what its trusted issuer said last; null: nothing yet. */
  @Holds('sent', '8,192')
  @Exported()
  @Column('text', { nullable: true })
  claims: string | null;

  @Exported()
  @TimeColumn('created_at')
  createdAt: number;

  /** For `DEVELOPERS=invited`. */
  @Exported()
  @TimeColumn('developer_since', { nullable: true })
  developerSince: number | null;

  @TimeColumn('admin_since', { nullable: true })
  adminSince: number | null;

  /** When an administrator switched it off: it cannot sign in. */
  @TimeColumn('disabled_at', { nullable: true })
  disabledAt: number | null;

  /** When it turned the mails on sign-ins and access off; null: they are on. */
  @Exported()
  @TimeColumn('notices_off_at', { nullable: true })
  noticesOffAt: number | null;

  @TimeColumn('closed_at', { nullable: true })
  closedAt: number | null;
}
