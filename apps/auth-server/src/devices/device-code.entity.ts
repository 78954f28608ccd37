import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ScopeColumn, TimeColumn } from '../database/columns';
import { Grant } from '../grants/grant.entity';

/** What a device waits with, and what the account decided about it (RFC 8628). */
@Entity('device_codes')
@Index('device_codes_client', ['clientId'])
@Index('device_codes_expiry', ['expiresAt'])
@Index('device_codes_grant', ['grantId'])
@Index('device_codes_user_code', ['userCodeHash'], { unique: true })
export class DeviceCode {
  /** SHA-256 of the `device_code`. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** SHA-256 of the `user_code`, in one spelling. */
  @Column('varchar', { name: 'user_code_hash', length: 64 })
  userCodeHash: string;

  /** The application's public `client_id`: one that is known by its document has no row yet (ADR 34). */
  @Column('text', { name: 'client_id' })
  clientId: string;

  @ScopeColumn('scope')
  scope: string[];

  @Column('text')
  resource: string;

  /** JSON (RFC 9396). */
  @Column('text', { name: 'authorization_details', nullable: true })
  authorizationDetails: string | null;

  /** The network that the device began from, which the account compares with its own. */
  @Column('varchar', { length: 64, nullable: true })
  network: string | null;

  /** Seconds between two polls. */
  @Column('integer')
  interval: number;

  @TimeColumn('next_poll_at')
  nextPollAt: number;

  @TimeColumn('expires_at')
  expiresAt: number;

  @TimeColumn('decided_at', { nullable: true })
  decidedAt: number | null;

  /** Where it was approved. */
  @ForeignKey(() => Grant)
  @Column('varchar', { name: 'grant_id', length: 36, nullable: true })
  grantId: string | null;

  /** The grant's epoch when it was approved. */
  @Column('integer', { name: 'grant_epoch', nullable: true })
  grantEpoch: number | null;

  @ScopeColumn('scope_granted', { nullable: true })
  scopeGranted: string[] | null;

  /** The sign-in session that it was approved in. */
  @Column('varchar', { length: 36, nullable: true })
  sid: string | null;

  @TimeColumn('auth_time', { nullable: true })
  authTime: number | null;

  @Column('text', { nullable: true })
  acr: string | null;

  @TimeColumn('redeemed_at', { nullable: true })
  redeemedAt: number | null;
}
