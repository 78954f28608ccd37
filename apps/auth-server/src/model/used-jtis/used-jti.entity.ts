import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Holds, Stored } from '../../platform/database/table-facts';

/** The id of a used client assertion or DPoP proof. */
@Entity('used_jtis')
@Stored({
  removed: 'the server, at the latest 7 minutes after the use. A client that has a document makes one with each call',
  restored: 'stays ended',
})
@Index('used_jtis_expiry', ['expiresAt'])
export class UsedJti {
  /** SHA-256 of the kind of token, its client or key, and its `jti`. */
  @Holds('sent', "SHA-256 of an assertion's or proof's own id, and of its owner")
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;
}
