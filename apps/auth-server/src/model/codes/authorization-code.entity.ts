import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { AuthorizationFactsColumns } from '../../platform/database/authorization-facts.columns';
import { ScopeColumn, TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';

/** A single-use authorization code (RFC 6749 §4.1.2). */
@Entity('authorization_codes')
@Index('authorization_codes_expiry', ['expiresAt'])
export class AuthorizationCode {
  /** The time and SHA-256 of the code. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** No foreign key, nor of the family: a code expires long before its grant can be purged (ADR 3). */
  @Column('varchar', { name: 'grant_id', length: 36 })
  grantId: string;

  /** The grant's epoch when the code was issued. */
  @Column('bigint', { name: 'grant_epoch' })
  grantEpoch: number;

  @Column('text', { name: 'redirect_uri' })
  redirectUri: string;

  @ScopeColumn('scope_asked')
  scopeAsked: string[];

  @ScopeColumn('scope_granted')
  scopeGranted: string[];

  @Column('text')
  resource: string;

  @Column('varchar', { name: 'code_challenge', length: 43, nullable: true })
  codeChallenge: string | null;

  @Column('text', { nullable: true })
  nonce: string | null;

  @Column(() => AuthorizationFactsColumns, { prefix: false })
  facts: AuthorizationFactsColumns;

  /** "Firefox on Linux", in which the account allowed it; null: unknown. */
  @Column('varchar', { name: 'allowed_with', length: 60, nullable: true })
  allowedWith: string | null;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;

  @TimeColumn('redeemed_at', { nullable: true })
  redeemedAt: number | null;

  /** The family that it began, which a replay ends. */
  @Column('varchar', { name: 'family_id', length: 36, nullable: true })
  familyId: string | null;
}
