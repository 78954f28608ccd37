import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { TimeColumn } from '../../platform/database/columns';
import type { ClientOrigin, ClientType } from '../../protocol/client/client';
import type { ClientFields } from '../../protocol/client/fields';
import { FieldColumns } from './client-columns';
import { Exported, Holds, Stored } from '../../platform/database/table-facts';

@Entity('clients')
@Stored({
  removed:
    'the server, those that no developer registered: 30 days after their last use, then whole. Those of developers stay, ended. Limits `registrations`, `registration_changes`',
  restored: 'stays ended',
  sent: 'all of it: 100 KB, a document 5 KB',
})
@Index('clients_client_id', ['clientId'], { unique: true })
@Index('clients_account', ['accountId'])
export class Client {
  /** Internal; in refresh tokens and foreign keys. */
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: number;

  /** Random, or the URL of a client ID metadata document. */
  @Holds('sent', '2,048, the URL of a document')
  @Exported()
  @Column('text', { name: 'client_id' })
  clientId: string;

  /** Null for a client that registered itself. */
  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36, nullable: true })
  accountId: string | null;

  @Exported('client_type')
  @Column('varchar', { length: 12 })
  type: ClientType;

  @Column('varchar', { length: 17, default: 'console' })
  origin: ClientOrigin;

  /** What its registration says: protocol/client/fields.ts. */
  @Column(() => FieldColumns, { prefix: false })
  fields: ClientFields;

  /** SHA-256 of the registration access token (RFC 7592). */
  @Holds('secret', 'SHA-256 of 256 random bits')
  @Column('varchar', { name: 'registration_token_hash', length: 64, nullable: true })
  registrationTokenHash: string | null;

  /** Counts what refused older access tokens of its own. */
  @Column('bigint', { default: 0 })
  reissues: number;

  /** The network of its registration, for the limit. */
  @Holds('name', 'an address')
  @Column('varchar', { name: 'registered_from', length: 64, nullable: true })
  registeredFrom: string | null;

  /** The account of its initial access token, which may be closed by now. */
  @Column('varchar', { name: 'vouched_by', length: 36, nullable: true })
  vouchedBy: string | null;

  /** When an administrator disabled it, so that its developer cannot enable it. */
  @TimeColumn('disabled_by_admin_at', { nullable: true })
  disabledByAdminAt: number | null;

  /** When its document is due. */
  @TimeColumn('metadata_expires_at', { nullable: true })
  metadataExpiresAt: number | null;

  /** When its document was first found withdrawn; null: it was good since. */
  @TimeColumn('withdrawn_at', { nullable: true })
  withdrawnAt: number | null;

  /** Its logo's file in `client_logos`, by its name below `/assets`: to find a client reads no second table. */
  @Exported()
  @Column('varchar', { length: 50, nullable: true })
  logo: string | null;

  @Exported()
  @TimeColumn('created_at')
  createdAt: number;

  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;
}
