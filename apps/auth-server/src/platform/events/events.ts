import { type Unit, run } from '../database/sql';
import type { EventKind } from './event-kind';

export interface EventFacts {
  at: number;
  kind: EventKind;
  accountId?: string | null;
  clientId?: string | null;
  familyId?: string | null;
  address?: string | null;
  /** An administrator; `address` is then that administrator's. */
  actorId?: string | null;
  scopes?: readonly string[];
}

/** An administrator who changes what is another's. Without `actorId` the account itself, or the operator by a command. */
export interface Actor {
  actorId?: string | null;
  address: string | null;
}

const INSERT = `INSERT INTO events (at, kind, account_id, client_id, family_id, actor_id, address, scopes)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Belongs in the unit of work of the change that it records. */
export function* recordEvent(facts: EventFacts): Unit<void> {
  const { at, kind, accountId = null, clientId = null, familyId = null, address = null, scopes } = facts;
  const { actorId = null } = facts;
  yield* run(INSERT, at, kind, accountId, clientId, familyId, actorId, address, scopes?.join(' ') ?? null);
}
