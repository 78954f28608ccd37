import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ScopeColumn, TimeColumn } from '../database/columns';
import { Grant } from '../grants/grant.entity';

/** The chain of refresh tokens that one code began: one row, whatever the number of tokens (ADR 0004). */
@Entity('refresh_families')
@Index('refresh_families_grant', ['grantId'])
export class RefreshFamily {
  /** A time-ordered UUID; the access tokens' `fam`. */
  @PrimaryColumn('varchar', { length: 36 })
  id: string;

  @ForeignKey(() => Grant)
  @Column('varchar', { name: 'grant_id', length: 36 })
  grantId: string;

  @ScopeColumn('scope_asked')
  scopeAsked: string[];

  @ScopeColumn('scope_granted')
  scopeGranted: string[];

  /** The URL that its access tokens are for. */
  @Column('text')
  resource: string;

  /** The generation of the one refresh token that may be used. */
  @Column('integer')
  generation: number;

  @TimeColumn('created_at')
  createdAt: number;

  /** When the living refresh token expires. */
  @TimeColumn('expires_at')
  expiresAt: number;

  @TimeColumn('revoked_at', { nullable: true })
  revokedAt: number | null;
}
