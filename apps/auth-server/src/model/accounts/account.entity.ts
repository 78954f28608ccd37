import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

@Entity('accounts')
@Index('accounts_email_key', ['emailKey'], { unique: true })
@Index('accounts_issuer_subject', ['issuer', 'subject'], { unique: true })
@Index('accounts_administrators', ['adminSince'], { where: 'admin_since IS NOT NULL' })
// On PostgreSQL alone, by a collation that TypeORM cannot name.
@Index('accounts_email_prefix', { synchronize: false })
export class Account {
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  /** As typed; erased when the account closes. */
  @Column('text', { nullable: true })
  email: string | null;

  /** Null for accounts of a trusted issuer, which are never matched by e-mail. */
  @Column('text', { name: 'email_key', nullable: true })
  emailKey: string | null;

  /** When a mailed token first proved the e-mail; null: it is unverified. */
  @TimeColumn('email_verified_at', { nullable: true })
  emailVerifiedAt: number | null;

  @Column('text', { nullable: true })
  name: string | null;

  /** Argon2id, with its parameters. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  @Column('text', { nullable: true })
  issuer: string | null;

  @Column('text', { nullable: true })
  subject: string | null;

  /** JSON: what its trusted issuer said last; null: nothing yet. */
  @Column('text', { nullable: true })
  claims: string | null;

  @TimeColumn('created_at')
  createdAt: number;

  /** For `DEVELOPERS=invited`. */
  @TimeColumn('developer_since', { nullable: true })
  developerSince: number | null;

  @TimeColumn('admin_since', { nullable: true })
  adminSince: number | null;

  /** When an administrator switched it off: it cannot sign in. */
  @TimeColumn('disabled_at', { nullable: true })
  disabledAt: number | null;

  @TimeColumn('closed_at', { nullable: true })
  closedAt: number | null;
}
