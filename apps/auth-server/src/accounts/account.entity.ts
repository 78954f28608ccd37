import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

@Entity('accounts')
@Index('accounts_email_key', ['emailKey'], { unique: true })
@Index('accounts_issuer_subject', ['issuer', 'subject'], { unique: true })
export class Account {
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  /** As typed; erased when the account closes. */
  @Column('text', { nullable: true })
  email: string | null;

  /** Null for accounts of a trusted issuer, which are never matched by e-mail. */
  @Column('text', { name: 'email_key', nullable: true })
  emailKey: string | null;

  @Column('text', { nullable: true })
  name: string | null;

  /** Argon2id, with its parameters. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash: string | null;

  @Column('text', { nullable: true })
  issuer: string | null;

  @Column('text', { nullable: true })
  subject: string | null;

  @TimeColumn('created_at')
  createdAt: number;

  /** For `DEVELOPERS=invited`. */
  @TimeColumn('developer_since', { nullable: true })
  developerSince: number | null;

  @TimeColumn('closed_at', { nullable: true })
  closedAt: number | null;
}
