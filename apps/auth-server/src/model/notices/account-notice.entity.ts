import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Holds, Stored } from '../../platform/database/table-facts';

/** A mail on what happened in an account: while the row is there, no other one of its kind is sent. */
@Entity('account_notices')
@Stored({ removed: 'the server, a day after the mail. One row for each kind, of access one for each application' })
@Index('account_notices_expiry', ['expiresAt'])
export class AccountNotice {
  @Holds('name', 'SHA-256 of the kind, the account and what the mail is about')
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;
}
