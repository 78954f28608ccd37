import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SigningAlgorithm } from '../config/settings';
import { TimeColumn } from '../database/columns';

/** A key that signs access tokens, or did. */
@Entity('signing_keys')
@Index('signing_keys_active', ['alg'], { unique: true, where: '"retired_at" IS NULL' })
export class SigningKey {
  @PrimaryColumn('varchar', { length: 43 })
  kid: string;

  @Column('varchar', { length: 10 })
  alg: SigningAlgorithm;

  /** The public JWK, as JSON. */
  @Column('text', { name: 'public_jwk' })
  publicJwk: string;

  /** PKCS #8, sealed under the master key. */
  @Column('text', { name: 'sealed_private_key' })
  sealedPrivateKey: string;

  /** The longest life, in seconds, of any token it was allowed to sign. */
  @Column('integer', { name: 'longest_token_ttl' })
  longestTokenTtl: number;

  @TimeColumn('created_at')
  createdAt: number;

  @TimeColumn('retired_at', { nullable: true })
  retiredAt: number | null;
}
