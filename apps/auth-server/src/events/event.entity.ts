import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';
import type { EventKind } from './event-kind';

/** Something that happened to an account or an application. Append-only, never a secret, no foreign keys: it outlives what it names. */
@Entity('events')
@Index('events_account', ['accountId', 'id'])
@Index('events_at', ['at'])
@Index('events_client', ['clientId', 'id'])
export class Event {
  @PrimaryGeneratedColumn()
  id: number;

  @TimeColumn('at')
  at: number;

  @Column('varchar', { length: 40 })
  kind: EventKind;

  @Column('varchar', { name: 'account_id', length: 36, nullable: true })
  accountId: string | null;

  /** The application's public `client_id`. */
  @Column('text', { name: 'client_id', nullable: true })
  clientId: string | null;

  @Column('varchar', { name: 'family_id', length: 36, nullable: true })
  familyId: string | null;

  /** The caller's address. */
  @Column('text', { nullable: true })
  address: string | null;

  /** The scopes given, where consent was. */
  @Column('text', { nullable: true })
  scopes: string | null;
}
