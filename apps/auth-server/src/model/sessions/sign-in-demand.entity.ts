import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';

/** An authorization request with `prompt=login` (OpenID Connect Core §3.1.2.1). */
@Entity('sign_in_demands')
@Index('sign_in_demands_expiry', ['expiresAt'])
export class SignInDemand {
  /** SHA-256 of the request's parameters. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** Of the first such request: a later sign-in satisfies it. */
  @TimeColumn('asked_at')
  requestedAt: number;

  @TimeColumn('expires_at')
  expiresAt: number;
}
