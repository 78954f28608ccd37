import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { Client } from '../clients/client.entity';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Stored } from '../../platform/database/table-facts';

@Entity('logout_notices')
@Stored({ removed: 'the server, when the client has answered or after 2 hours. One for each session and client' })
@Index('logout_notices_account', ['accountId'])
@Index('logout_notices_due', ['clientId', 'nextAttemptAt'])
@Index('logout_notices_expiry', ['expiresAt'])
export class LogoutNotice {
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @ForeignKey(() => Client)
  @Column('bigint', { name: 'client_id' })
  clientId: number;

  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  @Column('varchar', { length: 36, nullable: true })
  sid: string | null;

  @Column('integer')
  attempts: number;

  @TimeColumn('next_attempt_at')
  nextAttemptAt: number;

  @Expires({ grace: 3_600_000 })
  @TimeColumn('expires_at')
  expiresAt: number;
}
