import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AuthorizationFactsColumns } from '../../platform/database/authorization-facts.columns';
import { ScopeColumn, TimeColumn } from '../../platform/database/columns';
import { Grant } from '../grants/grant.entity';
import { Exported, Holds, Stored } from '../../platform/database/table-facts';

/** The refresh tokens that one code began: one row, whatever their number (ADR 3). */
@Entity('refresh_families')
@Stored({
  removed: 'the server, when the last token has expired',
  restored: 'ended',
  secrets: 'none: a refresh token holds what it needs under a MAC',
})
@Index('refresh_families_grant', ['grantId'])
@Index('refresh_families_purge_day', ['purgeDay'])
@Index('refresh_families_sid', ['facts.sid'], { where: 'sid IS NOT NULL' })
export class RefreshFamily {
  /** A time-ordered UUID; the access tokens' `fam`. */
  @Exported()
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @ForeignKey(() => Grant)
  @Exported()
  @Column('varchar', { name: 'grant_id', length: 36 })
  grantId: string;

  /** The grant's epoch when it began. A family of an older epoch has ended, whatever its `revoked_at`. */
  @Column('bigint', { name: 'grant_epoch', default: 0 })
  grantEpoch: number;

  @ScopeColumn('scope_asked')
  scopeAsked: string[];

  @Exported('scopes')
  @ScopeColumn('scope_granted')
  scopeGranted: string[];

  /** The URL that its access tokens are for. */
  @Holds('name')
  @Exported()
  @Column('text')
  resource: string;

  /** The generation of the one refresh token that may be used. */
  @Column('bigint')
  generation: number;

  @Exported()
  @TimeColumn('created_at')
  createdAt: number;

  /** When the living refresh token expires. */
  @Exported()
  @TimeColumn('expires_at')
  expiresAt: number;

  /** When the token before the living one was used. */
  @TimeColumn('rotated_at', { nullable: true })
  rotatedAt: number | null;

  /** The scope and key of that use, normalised; null where it named neither. */
  @Holds('sent', 'names, a thumbprint')
  @Column('text', { name: 'rotated_scope', nullable: true })
  rotatedScope: string | null;

  /** When the last access token that names the family expires. */
  @TimeColumn('access_expires_at', { default: 0 })
  accessExpiresAt: number;

  /** The day, counted from 1970, from which the row is purged. */
  @Column('integer', { name: 'purge_day', default: 0 })
  purgeDay: number;

  @Column(() => AuthorizationFactsColumns, { prefix: false })
  facts: AuthorizationFactsColumns;

  /** "Firefox on Linux", in which the account allowed it; null: unknown. */
  @Holds('sent', 'as of the session')
  @Exported()
  @Column('varchar', { name: 'allowed_with', length: 60, nullable: true })
  allowedWith: string | null;

  /** Begun by a developer with a test token. */
  @Column('boolean', { name: 'is_test', default: false })
  isTest: boolean;

  @Exported()
  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;
}
