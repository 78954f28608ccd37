import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** Something that may be presented once and was: a client assertion, a DPoP proof. */
@Entity('used_tokens')
@Index('used_tokens_expiry', ['expiresAt'])
export class UsedToken {
  /** SHA-256 of what it is, who presented it and its `jti`. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** From then on it would not be taken anyway. */
  @TimeColumn('expires_at')
  expiresAt: number;
}
