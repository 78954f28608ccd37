import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TimeColumn } from '../../platform/database/columns';
import { Expires } from '../../platform/database/expires';
import type { RevocationKind } from '../../endings/revocation-kind';

/** What ended access tokens before their time, for the services that verify them (ADR 42). Rows are never changed. */
@Entity('revocations')
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
  @Column('text')
  subject: string;

  /** The public id of a grant's client; the subject is its account. */
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
  @Column('text', { nullable: true })
  holder: string | null;

  /** With a holder: the public id of the grant's client, or empty for all of the holder's. */
  @Column('text', { nullable: true })
  pair: string | null;
}
