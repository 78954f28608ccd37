import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';

/** An access token that was revoked before its time (RFC 7009). */
@Entity('revoked_access_tokens')
@Index('revoked_access_tokens_expiry', ['expiresAt'])
export class RevokedAccessToken {
  @PrimaryColumn('varchar', { length: 36 })
  jti: string;

  /** The token's own. */
  @Expires({ grace: 60_000 })
  @TimeColumn('expires_at')
  expiresAt: number;
}
