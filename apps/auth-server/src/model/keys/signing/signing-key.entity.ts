import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SigningAlgorithm } from '../../../platform/config/settings';
import { TimeColumn } from '../../../platform/database/columns';
import type { KeyPurpose } from '../../../protocol/signing/key-chain';
import { Holds, Stored } from '../../../platform/database/table-facts';

/** A past, present or announced signing key (ADR 13). */
@Entity('signing_keys')
@Stored({ removed: 'the server, `KEY_RETIRE` after they signed last', restored: 'ended' })
@Index('signing_keys_sequence', ['purpose', 'alg', 'sequence'], { unique: true })
export class SigningKey {
  @PrimaryColumn('varchar', { length: 43 })
  kid: string;

  @Column('varchar', { length: 10 })
  alg: SigningAlgorithm;

  @Column('varchar', { length: 12, default: 'access_token' })
  purpose: KeyPurpose;

  /** Counts the keys of its purpose and algorithm. */
  @Column('integer', { default: 0 })
  sequence: number;

  /** The public JWK, as JSON. */
  @Holds('name', 'public')
  @Column('text', { name: 'public_jwk' })
  publicJwk: string;

  /** PKCS #8, sealed under the master key. */
  @Holds('secret', 'AES-256-GCM under a key derived from the master key')
  @Column('text', { name: 'sealed_private_key' })
  sealedPrivateKey: string;

  /** Seconds: the longest life of any token that it may have signed. */
  @Column('integer', { name: 'longest_token_ttl' })
  longestTokenTtl: number;

  @TimeColumn('created_at')
  createdAt: number;

  /** The key is announced until then. */
  @TimeColumn('signs_from', { default: 0 })
  signsFrom: number;

  /** No process signs with it later, unless it first stores a later time. */
  @TimeColumn('signs_until', { default: 0 })
  signsUntil: number;

  @TimeColumn('compromised_at', { nullable: true })
  compromisedAt: number | null;
}
