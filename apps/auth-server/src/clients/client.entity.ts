import { Column, Entity, ForeignKey, Index, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { ScopeColumn, TimeColumn } from '../database/columns';
import type { ClientType } from '../protocol/client';
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

  @Column('varchar', { name: 'client_id', length: 32 })
  clientId: string;

  @ForeignKey(() => Account)
  @Column('varchar', { name: 'account_id', length: 36 })
  accountId: string;

  @Column('text')
  name: string;

  @Column('varchar', { length: 12 })
  type: ClientType;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { name: 'homepage_uri', nullable: true })
  homepageUri: string | null;

  @Column('text', { name: 'logo_uri', nullable: true })
  logoUri: string | null;

  /** The scopes it may ask for; null means every scope there is, later ones too. */
  @ScopeColumn('scopes', { nullable: true })
  scopes: string[] | null;

  @Column('boolean')
  enabled: boolean;

  @Column('boolean', { name: 'require_client_authentication' })
  requireClientAuthentication: boolean;

  @Column('boolean', { name: 'loopback_any_port' })
  loopbackAnyPort: boolean;

  /** How many seconds a used refresh token may come once more; 0 means not at all. */
  @Column('integer', { name: 'refresh_retry_window', default: 0 })
  refreshRetryWindow: number;

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
