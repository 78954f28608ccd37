import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/columns';
import { Expires } from '../../../platform/database/expires';
import { Holds, Stored } from '../../../platform/database/table-facts';

/** A browser that was sent to the login of a team's app, or to a provider. */
@Entity('sign_in_requests')
@Stored({ removed: 'the server, after an hour. Limit `sign_in_requests`' })
@Index('sign_in_requests_ticket', ['ticketHash'], { unique: true })
@Index('sign_in_requests_expiry', ['expiresAt'])
export class SignInRequest {
  /** SHA-256 of the request's `jti`, or of the `state` of a provider's. */
  @Holds('secret', 'SHA-256')
  @PrimaryColumn('varchar', { length: 64 })
  hash: string;

  /** SHA-256 of the browser's cookie: only there the sign-in lands. */
  @Holds('secret', 'SHA-256')
  @Column('varchar', { name: 'browser_hash', length: 64 })
  browserHash: string;

  /** A path of our own. */
  @Holds('sent', '32,768')
  @Column('text', { name: 'return_to' })
  returnTo: string;

  /** The id of the provider; null: the app of `SIGN_IN_URL`. */
  @Column('varchar', { length: 32, nullable: true })
  provider: string | null;

  /** What was asked beside a sign-in. */
  @Column('varchar', { length: 14, nullable: true })
  prompt: string | null;

  /** SHA-256; null until the app has answered, and for a provider. */
  @Holds('secret', 'SHA-256')
  @Column('varchar', { name: 'ticket_hash', length: 64, nullable: true })
  ticketHash: string | null;

  /** JSON; erased when the browser lands. */
  @Holds('sent', '16,384')
  @Column('text', { nullable: true })
  answer: string | null;

  @TimeColumn('answered_at', { nullable: true })
  answeredAt: number | null;

  @TimeColumn('landed_at', { nullable: true })
  landedAt: number | null;

  @Expires()
  @TimeColumn('expires_at')
  expiresAt: number;
}
