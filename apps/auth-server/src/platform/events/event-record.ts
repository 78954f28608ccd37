import { Injectable } from '@nestjs/common';
import { all } from '../database/sql';
import { Units } from '../database/units';
import type { EventKind } from './event-kind';

/** Each has an index, which goes on with the time and the id. */
const FILTERS = { kind: 'kind', accountId: 'account_id', clientId: 'client_id', actorId: 'actor_id' } as const;

type Name = keyof typeof FILTERS;

export interface EventFilter extends Partial<Record<Name, string>> {
  /** Epoch milliseconds, both; `to` is the first that is too late. */
  from?: number;
  to?: number;
}

/** The first event of a page. */
export interface EventPlace {
  at: number;
  id: number;
}

/** A page is read first: each of its events costs three look-ups, and no other event any. */
const PAGE = (conditions: string) => `SELECT bounded.id, bounded.at, bounded.kind, bounded.account_id AS "accountId",
    bounded.client_id AS "clientId", bounded.family_id AS "familyId", bounded.actor_id AS "actorId", bounded.address,
    bounded.scopes,
    a.email AS "accountEmail", a.name AS "accountName", CASE WHEN a.closed_at IS NULL THEN a.id END AS "openAccount",
    b.email AS "actorEmail", b.name AS "actorName", CASE WHEN b.closed_at IS NULL THEN b.id END AS "openActor",
    c.name AS "clientName", CASE WHEN c.revoked_at IS NULL THEN c.id END AS "livingClient"
  FROM (SELECT * FROM events WHERE ${conditions} ORDER BY at DESC, id DESC LIMIT ?) AS bounded
    LEFT JOIN accounts a ON a.id = bounded.account_id LEFT JOIN accounts b ON b.id = bounded.actor_id
    LEFT JOIN clients c ON c.client_id = bounded.client_id
  ORDER BY bounded.at DESC, bounded.id DESC`;

export interface RecordedEvent extends EventPlace {
  kind: EventKind;
  accountId: string | null;
  accountEmail: string | null;
  accountName: string | null;
  /** `null`: it is closed, or the server does not know it. */
  openAccount: string | null;
  clientId: string | null;
  clientName: string | null;
  /** `null`: it is deleted, or the server does not know it. */
  livingClient: number | null;
  familyId: string | null;
  actorId: string | null;
  actorEmail: string | null;
  actorName: string | null;
  openActor: string | null;
  address: string | null;
  scopes: string | null;
}

/** The events of all, for administrators. */
@Injectable()
export class EventRecord {
  constructor(private readonly units: Units) {}

  /** The newest first. @param first the first of the page; `null`: the newest. */
  list(filter: EventFilter, first: EventPlace | null, most: number): Promise<RecordedEvent[]> {
    const names = (Object.keys(FILTERS) as Name[]).filter((name) => filter[name] !== undefined);
    const { from = 0, to = Number.MAX_SAFE_INTEGER } = filter;
    const { at, id } = first ?? { at: to - 1, id: Number.MAX_SAFE_INTEGER };
    const conditions = [...names.map((name) => `${FILTERS[name]} = ?`), 'at >= ?', '(at, id) <= (?, ?)'].join(' AND ');
    const values = [...names.map((name) => filter[name]!), from, at, id, most];
    return this.units.read(() => all<RecordedEvent>(PAGE(conditions), ...values));
  }
}
