import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { HELD } from '../../protocol/request/held-request';

/** The parameters of an authorization request that a client pushed (RFC 9126). */
@Entity('pushed_requests')
@Index('pushed_requests_client', ['clientId'])
@Index('pushed_requests_expiry', ['expiresAt'])
export class PushedRequest {
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** The public `client_id`: a client known by its document has no row yet (ADR 34). */
  @Column('text', { name: 'client_id' })
  clientId: string;

  /** JSON of the authorization request's parameters, without what authenticated the client. */
  @Column('text')
  parameters: string;

  /** When every consent session that came from it is over, but those of a browser that holds it. */
  @Expires({ grace: HELD })
  @TimeColumn('expires_at')
  expiresAt: number;
}
