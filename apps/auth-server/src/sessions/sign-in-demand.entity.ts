import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';

/** A request that wants the account to sign in anew (OpenID Connect Core §3.1.2.1, `prompt=login`). */
@Entity('sign_in_demands')
@Index('sign_in_demands_expiry', ['expiresAt'])
export class SignInDemand {
  /** SHA-256 of the request's parameters. */
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** When it came first: a sign-in since then meets it. */
  @TimeColumn('asked_at')
  askedAt: number;

  @TimeColumn('expires_at')
  expiresAt: number;
}
