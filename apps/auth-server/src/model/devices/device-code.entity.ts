import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ScopeColumn, TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Grant } from '../grants/grant.entity';
import { Ends, Holds, Stored } from '../../platform/database/table-facts';

/** RFC 8628. */
@Entity('device_codes')
@Stored({ removed: 'the server, 10 minutes after their end. Limit `device_codes`' })
@Index('device_codes_client', ['clientId'])
@Index('device_codes_expiry', ['expiresAt'])
@Index('device_codes_grant', ['grantId'])
@Index('device_codes_user_code', ['userCodeHash'], { unique: true })
export class DeviceCode {
  /** SHA-256 of the `device_code`. */
  @Holds('secret', 'SHA-256 of 256 random bits')
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** SHA-256 of the normalized `user_code`. */
  @Holds('secret', 'of 34 bits, see above')
  @Column('varchar', { name: 'user_code_hash', length: 64 })
  userCodeHash: string;

  /** The public `client_id`, as an unstored client has no row (ADR 34). */
  @Holds('sent', '2,048')
  @Column('text', { name: 'client_id' })
  clientId: string;

  @ScopeColumn('scope')
  scope: string[];

  @Holds('name')
  @Column('text')
  resource: string;

  /** JSON (RFC 9396). */
  @Holds('sent', 'none as yet')
  @Column('text', { name: 'authorization_details', nullable: true })
  authorizationDetails: string | null;

  /** The device's network, which the account compares with its own. */
  @Holds('name', 'an address')
  @Column('varchar', { length: 64, nullable: true })
  network: string | null;

  /** Seconds between two polls. */
  @Column('integer')
  interval: number;

  @TimeColumn('next_poll_at')
  nextPollAt: number;

  @Expires({ grace: 600_000 })
  @TimeColumn('expires_at')
  expiresAt: number;

  @TimeColumn('decided_at', { nullable: true })
  decidedAt: number | null;

  /** Null until approved. */
  @ForeignKey(() => Grant)
  @Column('varchar', { name: 'grant_id', length: 36, nullable: true })
  grantId: string | null;

  @Column('bigint', { name: 'grant_epoch', nullable: true })
  grantEpoch: number | null;

  @ScopeColumn('scope_granted', { nullable: true })
  scopeGranted: string[] | null;

  /** Of the approval. */
  @Column('varchar', { length: 36, nullable: true })
  sid: string | null;

  @TimeColumn('auth_time', { nullable: true })
  authTime: number | null;

  @Holds('sent', '254, of an issuer')
  @Column('text', { nullable: true })
  acr: string | null;

  /** "Firefox on Linux", in which the account allowed it; null: unknown. */
  @Holds('sent', 'as of the session')
  @Column('varchar', { name: 'allowed_with', length: 60, nullable: true })
  allowedWith: string | null;

  @Ends('device codes')
  @TimeColumn('redeemed_at', { nullable: true })
  redeemedAt: number | null;
}
