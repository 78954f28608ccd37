import { Injectable } from '@nestjs/common';
import { type Unit, all, get } from '../database/sql';
import { Units } from '../database/units';
import type { EventKind } from './event-kind';

/** An account does not learn an administrator's address. */
const SELECT = `SELECT e.id, e.at, e.kind, CASE WHEN e.actor_id IS NULL THEN e.address END AS address,
    CASE WHEN e.actor_id IS NULL THEN 0 ELSE 1 END AS "byAdministrator", c.name AS application
  FROM events e LEFT JOIN clients c ON c.client_id = e.client_id
  WHERE e.account_id = ? AND (e.at, e.id) < (?, ?) ORDER BY e.at DESC, e.id DESC LIMIT ?`;
const SELECT_TIME = 'SELECT at FROM events WHERE id = ? AND account_id = ?';

export interface AccountEvent {
  id: number;
  /** Epoch milliseconds. */
  at: number;
  kind: EventKind;
  address: string | null;
  byAdministrator: number;
  /** The name of the application that it is about. */
  application: string | null;
}

/** What happened to an account, the newest first. */
@Injectable()
export class AccountEvents {
  constructor(private readonly units: Units) {}

  /** @param before an id: only events from before that one. */
  listOf(accountId: string, before: number | null, most: number): Promise<AccountEvent[]> {
    return this.units.read(function* (): Unit<AccountEvent[]> {
      const { at } =
        before === null
          ? { at: Number.MAX_SAFE_INTEGER }
          : ((yield* get<{ at: number }>(SELECT_TIME, before, accountId)) ?? { at: 0 });
      return yield* all<AccountEvent>(SELECT, accountId, at, before ?? 0, most);
    });
  }
}
