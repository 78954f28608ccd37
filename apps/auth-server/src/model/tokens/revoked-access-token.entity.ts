import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Holds, Stored } from '../../platform/database/table-facts';

/** An access token that was revoked before its time (RFC 7009). */
@Entity('revoked_access_tokens')
@Stored({ removed: 'the server, when the token expires' })
@Index('revoked_access_tokens_expiry', ['expiresAt'])
export class RevokedAccessToken {
  @Holds('name', 'of our own token')
  @PrimaryColumn('varchar', { length: 36 })
  jti: string;

  /** The token's own. */
  @Expires({ grace: 60_000 })
  @TimeColumn('expires_at')
  expiresAt: number;
}
