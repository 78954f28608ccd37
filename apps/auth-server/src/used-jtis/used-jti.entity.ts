import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** A client assertion or DPoP proof that was used; the table keeps its first name, which older replicas read. */
@Entity('used_tokens')
@Index('used_tokens_expiry', ['expiresAt'])
export class UsedJti {
  /** SHA-256 of its kind, its client or key, and its `jti`. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** From then on it is refused as expired. */
  @TimeColumn('expires_at')
  expiresAt: number;
}
