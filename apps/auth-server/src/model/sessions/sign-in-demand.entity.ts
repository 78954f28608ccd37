import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import { Holds, Stored } from '../../platform/database/table-facts';

/** An authorization request with `prompt=login` (OpenID Connect Core §3.1.2.1). */
@Entity('sign_in_demands')
@Stored({ removed: 'the server, after 10 minutes. Limit `sign_in_demands`' })
@Index('sign_in_demands_expiry', ['expiresAt'])
export class SignInDemand {
  /** SHA-256 of the request's parameters. */
  @Holds('sent', "SHA-256 of a request's parameters")
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** When the request began: a later sign-in meets it. */
  @TimeColumn('asked_at')
  requestedAt: number;

  /** The session that met it, or the account of a trusted issuer's token; null: nobody yet. The decision deletes the row. */
  @Holds('name', 'the id of a session or account')
  @Column('varchar', { name: 'met_by', length: 36, nullable: true })
  metBy: string | null;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;
}
