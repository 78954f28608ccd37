import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { AuthorizationFactsColumns } from '../../platform/database/authorization-facts.columns';
import { ScopeColumn, TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Ends, Holds, Stored } from '../../platform/database/table-facts';

/** A single-use authorization code (RFC 6749 §4.1.2). */
@Entity('authorization_codes')
@Stored({ removed: 'the server, `CODE_TTL` after the issue' })
@Index('authorization_codes_expiry', ['expiresAt'])
export class AuthorizationCode {
  /** The time and SHA-256 of the code. */
  @Holds('secret', 'time and SHA-256 of 208 random bits')
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** No foreign key, nor of the family: a code expires long before its grant can be purged (ADR 3). */
  @Column('varchar', { name: 'grant_id', length: 36 })
  grantId: string;

  /** The grant's epoch when the code was issued. */
  @Column('bigint', { name: 'grant_epoch' })
  grantEpoch: number;

  @Holds('sent', '2,048, a registered one')
  @Column('text', { name: 'redirect_uri' })
  redirectUri: string;

  @ScopeColumn('scope_asked')
  scopeAsked: string[];

  @ScopeColumn('scope_granted')
  scopeGranted: string[];

  @Holds('name')
  @Column('text')
  resource: string;

  @Holds('sent', '43')
  @Column('varchar', { name: 'code_challenge', length: 43, nullable: true })
  codeChallenge: string | null;

  @Holds('sent', '2,048')
  @Column('text', { nullable: true })
  nonce: string | null;

  @Column(() => AuthorizationFactsColumns, { prefix: false })
  facts: AuthorizationFactsColumns;

  /** "Firefox on Linux", in which the account allowed it; null: unknown. */
  @Holds('sent', 'as of the session')
  @Column('varchar', { name: 'allowed_with', length: 60, nullable: true })
  allowedWith: string | null;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;

  @Ends('codes')
  @TimeColumn('redeemed_at', { nullable: true })
  redeemedAt: number | null;

  /** The family that it began, which a replay ends. */
  @Column('varchar', { name: 'family_id', length: 36, nullable: true })
  familyId: string | null;
}
