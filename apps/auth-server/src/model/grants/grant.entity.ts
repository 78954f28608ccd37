import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { Client } from '../clients/client.entity';
import { ScopeColumn, TimeColumn } from '../../platform/database/columns';
import { Exported, Holds, Stored } from '../../platform/database/table-facts';

/** One row per account and client; its scopes are the union of what was consented and of its test tokens. */
@Entity('grants')
@Stored({
  removed: 'the server, ended ones that no family names. One for each account and application',
  restored: 'stays ended',
})
@Index('grants_account_client', ['accountId', 'clientId'], { unique: true })
@Index('grants_client', ['clientId', 'id'])
export class Grant {
  @Exported()
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  @ForeignKey(() => Client)
  @Column('bigint', { name: 'client_id' })
  clientId: number;

  @Exported()
  @ScopeColumn('scopes')
  scopes: string[];

  /** Those that only test tokens brought: the account has not consented to them. */
  @ScopeColumn('test_scopes', { default: '' })
  testScopes: string[];

  /** Counts revocations; codes and families of an earlier epoch are refused. */
  @Column('bigint')
  epoch: number;

  /** Counts what refused older access tokens while the grant lives on: narrowed access, changed claims. */
  @Column('bigint', { default: 0 })
  reissues: number;

  /** The sign-in session of all its approvals; null: they are of several, or of none. */
  @Holds('name', 'the id of a session')
  @Column('varchar', { name: 'given_in', length: 36, nullable: true })
  givenIn: string | null;

  @Exported()
  @TimeColumn('created_at')
  createdAt: number;

  @Exported()
  @TimeColumn('last_used_at', { nullable: true })
  lastUsedAt: number | null;

  @Exported()
  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;
}
