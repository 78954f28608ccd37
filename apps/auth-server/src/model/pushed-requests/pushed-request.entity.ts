import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { HELD } from '../../protocol/request/held-request';
import { Ends, Holds, Stored } from '../../platform/database/table-facts';

/** The parameters of an authorization request that a client pushed (RFC 9126). */
@Entity('pushed_requests')
@Stored({ removed: 'the server, 90 seconds and `CONSENT_SESSION_TTL` after the push. Limit `pushed_requests`' })
@Ends('pushed requests')
@Index('pushed_requests_client', ['clientId'])
@Index('pushed_requests_expiry', ['expiresAt'])
export class PushedRequest {
  @Holds('secret', 'SHA-256 of 256 random bits')
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** The public `client_id`: a client known by its document has no row yet (ADR 34). */
  @Holds('sent', '2,048')
  @Column('text', { name: 'client_id' })
  clientId: string;

  /** JSON of the authorization request's parameters, without what authenticated the client. */
  @Holds(
    'sent',
    '4,096 of a public client; else 2,048 each of 17 named ones, 16,384 for authorization details and an ID token hint',
  )
  @Column('text')
  parameters: string;

  /** When every consent session that came from it is over, but those of a browser that holds it. */
  @Expires({ grace: HELD })
  @TimeColumn('expires_at')
  expiresAt: number;
}
