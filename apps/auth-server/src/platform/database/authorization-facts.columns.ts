import { Column } from 'typeorm';
import type { AuthorizationFacts } from '../../protocol/request/authorization-facts';
import { TimeColumn } from './columns';
import { Holds } from './table-facts';

/** Columns that a consent session, its code and its family share. */
export class AuthorizationFactsColumns implements AuthorizationFacts {
  /** The sign-in session with which it ends. */
  @Column('varchar', { length: 36, nullable: true })
  sid: string | null;

  /** When the account signed in. */
  @TimeColumn('auth_time', { nullable: true })
  authTime: number | null;

  @Holds('sent', '254, of an issuer')
  @Column('text', { nullable: true })
  acr: string | null;

  /** Thumbprint of the key that proofs are signed with (RFC 9449). */
  @Holds('sent', '43')
  @Column('varchar', { name: 'dpop_jkt', length: 43, nullable: true })
  dpopJkt: string | null;

  /** JSON (RFC 9396). */
  @Holds('sent', '16,384')
  @Column('text', { name: 'authorization_details', nullable: true })
  authorizationDetails: string | null;
}
