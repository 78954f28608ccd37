import { Column, Entity, ForeignKey, Index, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { TimeColumn } from '../database/columns';
import type { ClientOrigin, ClientType } from '../protocol/client/client';
import type { ClientFields } from '../protocol/client/fields';
import { FieldColumns } from './client-columns';
import { ClientRedirectUri } from './client-redirect-uri.entity';
import { ClientSecret } from './client-secret.entity';

/** An application, as a developer registered it. */
@Entity('clients')
@Index('clients_client_id', ['clientId'], { unique: true })
@Index('clients_account', ['accountId'])
export class Client {
  /** Internal: what refresh tokens and foreign keys name. */
  @PrimaryGeneratedColumn()
  id: number;

  /** Random, or the URL of a client ID metadata document. */
  @Column('text', { name: 'client_id' })
  clientId: string;

  /** Whose it is; nobody's, where it registered itself. */
  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36, nullable: true })
  accountId: string | null;

  @Column('varchar', { length: 12 })
  type: ClientType;

  @Column('varchar', { length: 17, default: 'console' })
  origin: ClientOrigin;

  /** What its registration says: protocol/client/fields.ts. */
  @Column(() => FieldColumns, { prefix: false })
  fields: ClientFields;

  /** SHA-256 of the token that may change a registration (RFC 7592). */
  @Column('varchar', { name: 'registration_token_hash', length: 64, nullable: true })
  registrationTokenHash: string | null;

  /** The network that it registered itself from, which may not do so without measure. */
  @Column('varchar', { name: 'registered_from', length: 64, nullable: true })
  registeredFrom: string | null;

  /** The account whose initial access token let it register itself, where one did. It may be gone. */
  @Column('varchar', { name: 'vouched_by', length: 36, nullable: true })
  vouchedBy: string | null;

  /** When its metadata document is fetched again. */
  @TimeColumn('metadata_expires_at', { nullable: true })
  metadataExpiresAt: number | null;

  @TimeColumn('created_at')
  createdAt: number;

  /** Deleted by its developer, or with the developer's account. */
  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;

  @OneToMany(() => ClientRedirectUri, (redirectUri) => redirectUri.client, { cascade: ['insert'] })
  redirectUris: Relation<ClientRedirectUri>[];

  @OneToMany(() => ClientSecret, (secret) => secret.client, { cascade: ['insert'] })
  secrets: Relation<ClientSecret>[];
}
