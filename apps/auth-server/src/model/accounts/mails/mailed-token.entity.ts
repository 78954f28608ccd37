import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns';
import { Expires } from '../../../platform/database/expires';
import { Account } from '../account.entity';
import { Ends, Holds, Stored } from '../../../platform/database/table-facts';

/**
 * What using the token does: proves the email, sets a new password, replaces the email; `taken`: nothing, it stands for a
 * sign-up with the email of the account, whose page must look like that of any other.
 */
export type MailPurpose = 'verify' | 'reset' | 'change' | 'taken';

/** A single-use token in a mail, which proves that its holder reads the mailbox. */
@Entity('mailed_tokens')
@Stored({
  removed:
    'the server, 30 minutes after the mail. One row for each purpose of an account, and for each sign-up with its email',
})
@Ends('mailed links')
@Index('mailed_tokens_account', ['accountId'])
@Index('mailed_tokens_browser', ['browserHash'])
@Index('mailed_tokens_expiry', ['expiresAt'])
export class MailedToken {
  /** SHA-256 of the token. */
  @Holds('secret', 'SHA-256 of 256 random bits')
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  @Column('varchar', { length: 10 })
  purpose: MailPurpose;

  @ForeignKey(() => Account, { onDelete: 'CASCADE' })
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  /** The address that it was sent to. */
  @Holds('sent', '254')
  @Column('text')
  email: string;

  /** Where the page that asked for the mail would have led on to: one of our own pages. */
  @Holds('sent', '32,768')
  @Column('text', { name: 'return_to', nullable: true })
  returnTo: string | null;

  /** SHA-256 of the key of the browser that signs up: it alone can prove the email by a code. */
  @Holds('secret', 'SHA-256 of 256 random bits')
  @Column('varchar', { name: 'browser_hash', length: 64, nullable: true })
  browserHash: string | null;

  /** How often a code was typed in that browser. */
  @Column('integer', { default: 0 })
  tries: number;

  @TimeColumn('created_at')
  createdAt: number;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;

  @TimeColumn('used_at', { nullable: true })
  usedAt: number | null;
}
