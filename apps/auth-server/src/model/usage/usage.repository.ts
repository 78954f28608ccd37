import { Injectable } from '@nestjs/common';
import { all, get } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { HOURS_KEPT } from './usage-count.entity';
import { REFUSALS } from './usage-kind';

/** Milliseconds. */
export const HOUR = 3_600_000;

export const hourOf = (at: number) => Math.floor(at / HOUR) * HOUR;

export interface Counted {
  id: string;
  clientId: number;
  hour: number;
  kind: string;
  calls: number;
}

export type CountedKind = Pick<Counted, 'hour' | 'kind' | 'calls'>;

/** Adds for clients that are not deleted: by a subquery, since a join may read all clients. Ordered by id against deadlocks. */
const ADD = (waiting: string) => `INSERT INTO usage_counts (id, client_id, hour, kind, calls)
  SELECT id, client_id, hour, kind, calls FROM ${waiting}
    WHERE (SELECT c.revoked_at IS NULL FROM clients c WHERE c.id = waiting.client_id) ORDER BY id
  ON CONFLICT (id) DO UPDATE SET calls = usage_counts.calls + excluded.calls`;

const STATEMENTS = {
  sqlite: ADD(`(SELECT value ->> 0 AS id, value ->> 1 AS client_id, value ->> 2 AS hour, value ->> 3 AS kind,
      value ->> 4 AS calls FROM json_each(?) AS waiting) AS waiting`),
  postgres:
    ADD(`(SELECT value ->> 0 AS id, CAST(value ->> 1 AS bigint) AS client_id, CAST(value ->> 2 AS bigint) AS hour,
      value ->> 3 AS kind, CAST(value ->> 4 AS bigint) AS calls
    FROM json_array_elements(CAST(? AS json)) AS waiting(value)) AS waiting`),
};

const SELECT = `SELECT hour, kind, calls FROM usage_counts WHERE client_id = ? AND hour >= ? ORDER BY hour, kind`;
const SELECT_FIRST = 'SELECT hour FROM usage_counts WHERE hour >= ? ORDER BY hour LIMIT 1';

/** Of an application more are not counted, so that a list costs the same whatever its applications grow to. */
export const MOST_COUNTED = 1_000;

/** How an application is used. */
export interface ApplicationUse {
  clientId: string;
  /** Accounts that allow it, up to {@link MOST_COUNTED}. */
  accounts: number;
  /** The hour in which it last got a code or token, within {@link HOURS_KEPT}. */
  lastUsed: number | null;
}

const USES = (which: string) => `SELECT c.client_id AS "clientId",
    (SELECT COUNT(*) FROM (SELECT 1 FROM grants g WHERE g.client_id = c.id AND g.revoked_at IS NULL
      LIMIT ${MOST_COUNTED}) AS bounded) AS accounts,
    (SELECT u.hour FROM usage_counts u WHERE u.client_id = c.id
      AND u.kind NOT IN (${REFUSALS.map((kind) => `'${kind}'`).join(', ')}) ORDER BY u.hour DESC LIMIT 1) AS "lastUsed"
  FROM clients c WHERE ${which} AND c.revoked_at IS NULL`;
const SELECT_USES = USES('c.account_id = ?');
const SELECT_USE = USES('c.client_id = ?');

@Injectable()
export class UsageRepository {
  constructor(private readonly units: Units) {}

  /** Adds to what other processes counted, in one statement. */
  async add(counts: readonly Counted[]): Promise<void> {
    const rows = counts.map(({ id, clientId, hour, kind, calls }) => [id, clientId, hour, kind, calls]);
    await this.units.run(STATEMENTS[this.units.engine], JSON.stringify(rows));
  }

  /** How the applications of an account are used, in one query. */
  async usesOf(accountId: string): Promise<ApplicationUse[]> {
    const rows = await this.units.read(() => all<ApplicationUse>(SELECT_USES, accountId));
    return rows.map(toUse);
  }

  async useOf(clientId: string): Promise<ApplicationUse | null> {
    const row = await this.units.read(() => get<ApplicationUse>(SELECT_USE, clientId));
    return row === undefined ? null : toUse(row);
  }

  /** The earliest hour first. @param from the first hour. */
  async of(clientId: number, from: number): Promise<CountedKind[]> {
    const rows = await this.units.read(() => all<CountedKind>(SELECT, clientId, from));
    // `pg` returns 64-bit integers as text.
    return rows.map(({ hour, kind, calls }) => ({ hour: Number(hour), kind, calls: Number(calls) }));
  }

  /** The first hour of which anything is kept, of any client. */
  async since(now: number): Promise<number | null> {
    const first = await this.units.read(() => get<{ hour: number }>(SELECT_FIRST, now - HOURS_KEPT * HOUR));
    return first === undefined ? null : Number(first.hour);
  }
}

const toUse = ({ clientId, accounts, lastUsed }: ApplicationUse): ApplicationUse => ({
  clientId,
  accounts: Number(accounts),
  lastUsed: lastUsed === null ? null : Number(lastUsed),
});
