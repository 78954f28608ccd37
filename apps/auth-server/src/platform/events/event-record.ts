import { Injectable } from '@nestjs/common';
import { all } from '../database/sql';
import { Units } from '../database/units';
import type { EventKind } from './event-kind';

/** Each has an index. */
const FILTERS = { accountId: 'account_id', clientId: 'client_id', actorId: 'actor_id' } as const;

export type EventFilter = Partial<Record<keyof typeof FILTERS, string>>;

const SELECT = `SELECT id, at, kind, account_id AS "accountId", client_id AS "clientId", family_id AS "familyId",
  actor_id AS "actorId", address, scopes FROM events`;

export interface RecordedEvent {
  id: number;
  /** Epoch milliseconds. */
  at: number;
  kind: EventKind;
  accountId: string | null;
  clientId: string | null;
  familyId: string | null;
  actorId: string | null;
  address: string | null;
  scopes: string | null;
}

/** The events of all, for administrators. */
@Injectable()
export class EventRecord {
  constructor(private readonly units: Units) {}

  /** The newest first. @param from the id of the first. */
  list(filter: EventFilter, from: number | null, most: number): Promise<RecordedEvent[]> {
    const names = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => filter[name] !== undefined);
    const conditions = [...names.map((name) => `${FILTERS[name]} = ?`), 'id <= ?'].join(' AND ');
    const values = [...names.map((name) => filter[name]!), from ?? Number.MAX_SAFE_INTEGER, most];
    return this.units.read(() =>
      all<RecordedEvent>(`${SELECT} WHERE ${conditions} ORDER BY id DESC LIMIT ?`, ...values),
    );
  }
}
