import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { TimeColumn } from '../database/columns';
import { Expires } from '../database/expires';
import type { EventKind } from './event-kind';
import { Exported, Holds, Stored } from '../database/table-facts';

/** Append-only; contains no secrets; without foreign keys, as it outlives the rows it names. */
@Entity('events')
@Stored({
  removed:
    'the server, after `EVENTS_KEPT` days. Those of strangers: limits `password_failures`, `sign_ups`, `registrations`, `registration_changes`',
})
@Index('events_account', ['accountId', 'at', 'id'])
@Index('events_at', ['at', 'id'])
@Index('events_client', ['clientId', 'at', 'id'])
@Index('events_kind', ['kind', 'at', 'id'])
@Index('events_actor', ['actorId', 'at', 'id'], { where: 'actor_id IS NOT NULL' })
export class Event {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: number;

  @Expires({ grace: ({ eventsKept }) => eventsKept * 86_400_000 })
  @Exported()
  @TimeColumn('at')
  at: number;

  @Exported()
  @Column('varchar', { length: 40 })
  kind: EventKind;

  @Column('varchar', { name: 'account_id', length: 36, nullable: true })
  accountId: string | null;

  /** The application's public `client_id`. */
  @Holds('sent', '2,048')
  @Exported()
  @Column('text', { name: 'client_id', nullable: true })
  clientId: string | null;

  @Column('varchar', { name: 'family_id', length: 36, nullable: true })
  familyId: string | null;

  /** The administrator who did it; null: the account itself, or no account. */
  @Column('varchar', { name: 'actor_id', length: 36, nullable: true })
  actorId: string | null;

  /** The caller's address. */
  @Holds('sent', 'an IP address')
  @Column('text', { nullable: true })
  address: string | null;

  /** Of `consent.given`; of `grant.narrowed` those left. */
  @Holds('name')
  @Exported()
  @Column('text', { nullable: true })
  scopes: string | null;
}
