import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import type { RevocationKind } from '../../endings/revocation-kind';
import { Holds, Stored } from '../../platform/database/table-facts';

/** What ended access tokens before their time, for the services that verify them (ADR 42). Rows are never changed. */
@Entity('revocations')
@Stored({ removed: 'the server, a minute after the last access token that it refuses has expired' })
@Index('revocations_expiry', ['expiresAt'])
@Index('revocations_subject', ['subject', 'kind'])
@Index('revocations_holder', ['holder', 'pair'])
export class Revocation {
  /** Never used again. On PostgreSQL a lower one may be committed later. */
  @PrimaryGeneratedColumn({ type: 'bigint' })
  version: number;

  @Column('varchar', { length: 8 })
  kind: RevocationKind;

  /** What tokens name; see {@link RevocationKind}. */
  @Holds('name', 'an account, application, family, token or key')
  @Column('text')
  subject: string;

  /** The public id of a grant's client; the subject is its account. */
  @Holds('name', "the public id of a grant's application")
  @Column('text', { name: 'client_id', nullable: true })
  clientId: string | null;

  /** Only tokens whose counter or time is lower are refused. */
  @Column('bigint', { nullable: true })
  below: number | null;

  @TimeColumn('at')
  at: number;

  /** When every token that it refuses has expired. */
  @Expires({ grace: 60_000, keepsLast: true })
  @TimeColumn('expires_at')
  expiresAt: number;

  /** Whose tokens it refuses, if many such entries become one: an account, or an application with its own tokens. */
  @Holds('name', "the account or application whose tokens it refuses, and the grant's application")
  @Column('text', { nullable: true })
  holder: string | null;

  /** With a holder: the public id of the grant's client, or empty for all of the holder's. */
  @Holds('name', "the account or application whose tokens it refuses, and the grant's application")
  @Column('text', { nullable: true })
  pair: string | null;
}
