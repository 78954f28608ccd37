import { Column, Entity, ForeignKey, Index, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { ScopeColumn, TimeColumn } from '../database/columns';
import type { ApplicationType, ClientOrigin, ClientType } from '../protocol/client/client';
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

  @Column('varchar', { length: 17, default: 'console' })
  origin: ClientOrigin;

  @Column('varchar', { name: 'application_type', length: 6, default: 'web' })
  applicationType: ApplicationType;

  @Column('boolean', { name: 'require_pkce', default: false })
  requirePkce: boolean;

  @Column('boolean', { name: 'require_pushed_authorization_requests', default: false })
  requirePushedAuthorizationRequests: boolean;

  @Column('boolean', { name: 'require_signed_request_object', default: false })
  requireSignedRequestObject: boolean;

  @Column('boolean', { name: 'dpop_bound_access_tokens', default: false })
  dpopBoundAccessTokens: boolean;

  /** Null means authorization_code and refresh_token. */
  @ScopeColumn('grant_types', { nullable: true })
  grantTypes: string[] | null;

  /** What it may ask for on its own behalf (RFC 6749 §4.4), apart from what accounts may consent to. */
  @ScopeColumn('own_scopes', { nullable: true })
  ownScopes: string[] | null;

  /** Null means a secret, by Basic or in the body, or none for a public application. */
  @Column('varchar', { name: 'token_endpoint_auth_method', length: 30, nullable: true })
  tokenEndpointAuthMethod: string | null;

  /** A JWK Set, as JSON. */
  @Column('text', { nullable: true })
  jwks: string | null;

  @Column('text', { name: 'jwks_uri', nullable: true })
  jwksUri: string | null;

  /** Null means RS256 (OpenID Connect Registration §2). */
  @Column('varchar', { name: 'id_token_signed_response_alg', length: 10, nullable: true })
  idTokenSignedResponseAlg: string | null;

  @ScopeColumn('post_logout_redirect_uris', { nullable: true })
  postLogoutRedirectUris: string[] | null;

  @Column('text', { name: 'backchannel_logout_uri', nullable: true })
  backchannelLogoutUri: string | null;

  @Column('boolean', { name: 'backchannel_logout_session_required', default: false })
  backchannelLogoutSessionRequired: boolean;

  /** Null means every type there is (RFC 9396 §10). */
  @ScopeColumn('authorization_details_types', { nullable: true })
  authorizationDetailsTypes: string[] | null;

  @Column('text', { name: 'tos_uri', nullable: true })
  tosUri: string | null;

  @Column('text', { name: 'policy_uri', nullable: true })
  policyUri: string | null;

  /** A list, as JSON. */
  @Column('text', { nullable: true })
  contacts: string | null;

  @Column('text', { name: 'software_id', nullable: true })
  softwareId: string | null;

  @Column('text', { name: 'software_version', nullable: true })
  softwareVersion: string | null;

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
