import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { type Unit, all, get } from '../../platform/database/sql';
import { type TableColumn, exportedColumns, exportedLists, tableName } from '../../platform/database/table-facts';
import { Units } from '../../platform/database/units';
import { Event } from '../../platform/events/event.entity';
import { Account } from '../accounts/account.entity';
import { Client } from '../clients/client.entity';
import { Grant } from '../grants/grant.entity';
import { RefreshFamily } from '../tokens/refresh-family.entity';

/** Newest first; strangers' failed sign-ins are among them. */
const MOST_EVENTS = 10_000;

const columnsAs = (entity: unknown, alias = tableName(entity)) =>
  [...exportedColumns(entity)].map(([name, column]) => `${alias}.${column.name} AS ${name}`).join(', ');

const ACCOUNT = `SELECT ${columnsAs(Account)} FROM accounts WHERE id = ? AND closed_at IS NULL`;
const GRANTS = `SELECT ${columnsAs(Grant, 'g')}, c.client_id, c.name AS client_name
  FROM grants g JOIN clients c ON c.id = g.client_id WHERE g.account_id = ? ORDER BY g.created_at, g.id`;
const CONNECTIONS = `SELECT ${columnsAs(RefreshFamily, 'f')}
  FROM grants g JOIN refresh_families f ON f.grant_id = g.id WHERE g.account_id = ? ORDER BY f.created_at, f.id`;
const APPLICATIONS = `SELECT ${columnsAs(Client)} FROM clients
  WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at, id`;
const EVENTS = `SELECT ${columnsAs(Event)}, CASE WHEN actor_id IS NULL THEN address END AS address FROM events
  WHERE account_id = ? ORDER BY at DESC, id DESC LIMIT ${MOST_EVENTS}`;

type Value = string | number | boolean | null;
type Row = Record<string, Value>;

/** What the server keeps of an account, without its secrets. Times are ISO 8601. */
export interface ExportedAccount {
  exported_at: string;
  account: Row;
  grants: (Row & { connections: Row[] })[];
  applications: Row[];
  /** The newest 10,000. */
  events: Row[];
  /** `sessions`, and what other entities call it. */
  [list: string]: unknown;
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
      const [shownGrant, shownConnection] = [shownOf(Grant), shownOf(RefreshFamily)];
      const grants = (yield* all<Row>(GRANTS, accountId)).map((grant) => ({
        ...shownGrant(grant),
        connections: connections.filter(({ grant_id }) => grant_id === grant['id']).map(shownConnection),
      }));
      return {
        exported_at,
        account: shownOf(Account)(account),
        ...(yield* listsOf(exportedLists(), accountId)),
        grants: grants as ExportedAccount['grants'],
        applications: (yield* all<Row>(APPLICATIONS, accountId)).map(shownOf(Client)),
        events: (yield* all<Row>(EVENTS, accountId)).map(shownOf(Event)),
      };
    });
  }
}

/** The rows of an account in each table of which an entity says so. */
export function* listsOf(
  [first, ...others]: readonly [string, unknown][],
  accountId: string,
): Unit<Record<string, Row[]>> {
  if (first === undefined) return {};
  const [name, entity] = first;
  const text = `SELECT ${columnsAs(entity)} FROM ${tableName(entity)} WHERE account_id = ? ORDER BY created_at, 1`;
  const rows = yield* all<Row>(text, accountId);
  return { [name]: rows.map(shownOf(entity)), ...(yield* listsOf(others, accountId)) };
}

/** `pg` returns 64-bit integers as text; SQLite has no booleans. */
function shownOf(entity: unknown): (row: Row) => Row {
  const columns = exportedColumns(entity);
  return (row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shownValue(columns.get(name), value)]));
}

function shownValue(column: TableColumn | undefined, value: Value): Value {
  if (value === null) return null;
  if (column?.isTime) return new Date(Number(value)).toISOString();
  return column?.type === 'boolean' ? Boolean(value) : value;
}
