import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { type Unit, all, get } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';

/** Newest first; strangers' failed sign-ins are among them. */
const MOST_EVENTS = 10_000;

const ACCOUNT = `SELECT id, email, name, issuer, subject, claims, email_verified_at, created_at, developer_since
  FROM accounts WHERE id = ? AND closed_at IS NULL`;
const SESSIONS = `SELECT id, browser, created_at, expires_at, revoked_at FROM sign_in_sessions
  WHERE account_id = ? ORDER BY created_at, id`;
const GRANTS = `SELECT g.id, c.client_id, c.name AS client_name, g.scopes, g.created_at, g.last_used_at, g.revoked_at
  FROM grants g JOIN clients c ON c.id = g.client_id WHERE g.account_id = ? ORDER BY g.created_at, g.id`;
const CONNECTIONS = `SELECT f.grant_id, f.id, f.allowed_with, f.resource, f.scope_granted AS scopes, f.created_at,
    f.expires_at, f.revoked_at
  FROM grants g JOIN refresh_families f ON f.grant_id = g.id WHERE g.account_id = ? ORDER BY f.created_at, f.id`;
const APPLICATIONS = `SELECT client_id, name, type AS client_type, description, homepage_uri, logo_uri, scopes, enabled,
    created_at FROM clients WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at, id`;
const EVENTS = `SELECT at, kind, client_id, CASE WHEN actor_id IS NULL THEN address END AS address, scopes FROM events WHERE account_id = ?
  ORDER BY id DESC LIMIT ${MOST_EVENTS}`;

type Value = string | number | boolean | null;
type Row = Record<string, Value>;

/** What the server keeps of an account, without its secrets. Times are ISO 8601. */
export interface ExportedAccount {
  exported_at: string;
  account: Row;
  sessions: Row[];
  grants: (Row & { connections: Row[] })[];
  applications: Row[];
  /** The newest 10,000. */
  events: Row[];
}

@Injectable()
export class AccountExport {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns `null` if the account has closed. */
  of(accountId: string): Promise<ExportedAccount | null> {
    const exported_at = new Date(this.clock.now()).toISOString();
    return this.units.read(function* (): Unit<ExportedAccount | null> {
      const account = yield* get<Row>(ACCOUNT, accountId);
      if (account === undefined) return null;
      const connections = yield* all<Row>(CONNECTIONS, accountId);
      const grants = (yield* all<Row>(GRANTS, accountId)).map((grant) => ({
        ...toShown(grant),
        connections: connections.filter(({ grant_id }) => grant_id === grant['id']).map(toShown),
      }));
      return {
        exported_at,
        account: toShown(account),
        sessions: (yield* all<Row>(SESSIONS, accountId)).map(toShown),
        grants: grants as ExportedAccount['grants'],
        applications: (yield* all<Row>(APPLICATIONS, accountId)).map(toShown),
        events: (yield* all<Row>(EVENTS, accountId)).map(toShown),
      };
    });
  }
}

const isTime = (column: string) => column === 'at' || column.endsWith('_at') || column === 'developer_since';

/** `pg` returns 64-bit integers as text; SQLite has no booleans. */
const toShown = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shown(column, value)]));

function shown(column: string, value: Value): Value {
  if (value === null) return null;
  if (isTime(column)) return new Date(Number(value)).toISOString();
  return column === 'enabled' ? Boolean(value) : value;
}
