import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { type Unit, all, get } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import type { Account } from './account.entity';
import { emailKeyOf } from './account.repository';

type Column =
  | 'id'
  | 'email'
  | 'emailKey'
  | 'emailVerifiedAt'
  | 'name'
  | 'issuer'
  | 'subject'
  | 'createdAt'
  | 'developerSince'
  | 'adminSince'
  | 'disabledAt';

/** An account that is not closed. */
export type ListedAccount = Pick<Account, Column>;

/** With what it has now. */
export interface FoundAccount extends ListedAccount {
  sessions: number;
  grants: number;
  applications: number;
}

const COLUMNS = `a.id, a.email, a.email_key AS "emailKey", a.email_verified_at AS "emailVerifiedAt", a.name, a.issuer,
  a.subject, a.created_at AS "createdAt", a.developer_since AS "developerSince", a.admin_since AS "adminSince",
  a.disabled_at AS "disabledAt"`;
const NEWEST = `SELECT ${COLUMNS} FROM accounts a
  WHERE a.closed_at IS NULL AND (a.created_at, a.id) <= (?, ?) ORDER BY a.created_at DESC, a.id DESC LIMIT ?`;
const byPrefix = (key: string) =>
  `SELECT ${COLUMNS} FROM accounts a WHERE ${key} >= ? AND ${key} < ? AND a.closed_at IS NULL ORDER BY ${key} LIMIT ?`;
/** By bytes: other collations have no prefixes. */
const BY_PREFIX = { sqlite: byPrefix('a.email_key'), postgres: byPrefix('a.email_key COLLATE "C"') };
const countOf = (table: string, more = '') =>
  `(SELECT CAST(COUNT(*) AS integer) FROM ${table} x WHERE x.account_id = a.id AND x.revoked_at IS NULL ${more})`;
const ONE = `SELECT ${COLUMNS}, ${countOf('sign_in_sessions', 'AND x.expires_at > ?')} AS sessions,
    ${countOf('grants')} AS grants, ${countOf('clients')} AS applications
  FROM accounts a WHERE a.id = ? AND a.closed_at IS NULL`;

/** An id may look like an email (`SUBJECT=theirs`). */
const ID_BY = `SELECT id FROM accounts WHERE email_key = ? AND closed_at IS NULL
  UNION ALL SELECT id FROM accounts WHERE id = ?`;

const LAST_CHARACTER = '\u{10FFFF}';

/** The accounts of all, for administrators. */
@Injectable()
export class AccountDirectory {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest first. @param from the first. */
  newest(from: Pick<Account, 'createdAt' | 'id'> | null, most: number): Promise<ListedAccount[]> {
    const { createdAt, id } = from ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
    return this.units.read(() => all<ListedAccount>(NEWEST, createdAt, id, most));
  }

  /** In the order of their emails. @param from the email, in lower case, of the first. */
  withEmail(prefix: string, from: string | null, most: number): Promise<ListedAccount[]> {
    const key = emailKeyOf(prefix);
    const text = BY_PREFIX[this.units.engine];
    return this.units.read(() => all<ListedAccount>(text, from ?? key, key + LAST_CHARACTER, most));
  }

  /** @param name an email or an id, also of a closed account. @returns `null`: no account has it. */
  async idOf(name: string): Promise<string | null> {
    const found = await this.units.read(() => get<{ id: string }>(ID_BY, emailKeyOf(name), name));
    return found?.id ?? null;
  }

  find(id: string): Promise<FoundAccount | undefined> {
    const now = this.clock.now();
    return this.units.read(function* (): Unit<FoundAccount | undefined> {
      return yield* get<FoundAccount>(ONE, now, id);
    });
  }
}
