import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';

/** The id of a used client assertion or DPoP proof. */
@Entity('used_jtis')
@Index('used_jtis_expiry', ['expiresAt'])
export class UsedJti {
  /** SHA-256 of the kind of token, its client or key, and its `jti`. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;
}
