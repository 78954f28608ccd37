import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { doorIssuers } from '../../platform/config/sign-in-setting';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type Actor, recordEvent } from '../../platform/events/events';
import { Problem } from '../../platform/http/answers/problem';
import type { Account } from './account.entity';

export const ROLES = ['developer', 'admin'] as const;

export type Role = (typeof ROLES)[number];

const COLUMNS = { developer: 'developer_since', admin: 'admin_since' } as const satisfies Record<Role, string>;
const IS_ON = 'closed_at IS NULL AND disabled_at IS NULL';

const SELECT = `SELECT developer_since AS developer, admin_since AS admin FROM accounts WHERE id = ? AND ${IS_ON}`;
/** SQLite searches the index of those that are not null by a comparison alone. */
const SELECT_ANOTHER_ADMIN = `SELECT 1 FROM accounts WHERE admin_since > 0 AND ${IS_ON} AND id <> ? LIMIT 1`;
const SELECT_IDENTITY = 'SELECT email_key AS "emailKey", issuer FROM accounts WHERE id = ?';
const SELECT_UNPROVEN = (column: string) => `SELECT 1 FROM accounts
  WHERE id = ? AND ${column} IS NULL AND email_key IS NOT NULL AND email_verified_at IS NULL`;
const giving = (column: string) =>
  `UPDATE accounts SET ${column} = ? WHERE id = ? AND ${column} IS NULL AND closed_at IS NULL`;
const taking = (column: string) =>
  `UPDATE accounts SET ${column} = NULL WHERE id = ? AND ${column} IS NOT NULL AND closed_at IS NULL`;

type Since = Record<Role, number | null>;

/** What accounts may do beyond using applications. Read for each request, so that a role taken away ends at once. */
@Injectable()
export class AccountRoles {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'developers' | 'mail' | 'signIn' | 'signInProviders'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** With `DEVELOPERS=all` every account is a developer, and an administrator always is. */
  async rolesOf(accountId: string): Promise<Role[]> {
    const since = await this.units.get<Since>(SELECT, accountId);
    if (since === undefined) return [];
    const isAdmin = since.admin !== null;
    const isDeveloper = isAdmin || since.developer !== null || this.settings.developers === 'all';
    return ROLES.filter((role) => (role === 'admin' ? isAdmin : isDeveloper));
  }

  /**
   * @returns `false` if the account has the role already.
   * @throws Problem 409 for an administrator without a password here: a trusted issuer's token never carries the role;
   *   where mail is set up, for an email that was not proven, unless `isUnverifiedTaken`.
   */
  give(role: Role, accountId: string, by: Actor & { isUnverifiedTaken?: boolean }): Promise<boolean> {
    const { isUnverifiedTaken = false, ...actor } = by;
    const at = this.clock.now();
    const demands = { proof: this.settings.mail !== null && !isUnverifiedTaken, issuers: doorIssuers(this.settings) };
    return this.units.write(() => giveRole(role, accountId, { ...actor, at }, demands));
  }

  /**
   * The account keeps its applications.
   *
   * @returns `false` if it did not have the role.
   * @throws Problem 409 for the last administrator.
   */
  take(role: Role, accountId: string, by: Actor): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(() => takeRole(role, accountId, { ...by, at }));
  }

  /** Gives these roles and takes the others, or does nothing. @throws Problem as {@link give} and {@link take} do. */
  set(accountId: string, roles: readonly Role[], by: Actor): Promise<void> {
    const at = this.clock.now();
    const demands = { proof: this.settings.mail !== null, issuers: doorIssuers(this.settings) };
    return this.units.write(function* (): Unit<void> {
      for (const role of ROLES)
        if (roles.includes(role)) yield* giveRole(role, accountId, { ...by, at }, demands);
        else yield* takeRole(role, accountId, { ...by, at });
    });
  }
}

type ActorAt = Actor & { at: number };

interface Demands {
  /** Of the email, where mail is set up: anyone could sign up with that of a colleague. */
  proof: boolean;
  /** Those whose accounts have sessions here too. */
  issuers: readonly string[];
}

function* giveRole(role: Role, accountId: string, by: ActorAt, { proof, issuers }: Demands): Unit<boolean> {
  if (role === 'admin') yield* assertSignsInHere(accountId, issuers);
  const unproven = SELECT_UNPROVEN(COLUMNS[role]);
  if (proof && (yield* get(unproven, accountId)) !== undefined) throw unverifiedEmail(role, accountId);
  if ((yield* run(giving(COLUMNS[role]), by.at, accountId)) === 0) return false;
  yield* recordEvent({ ...by, kind: `${role}.added`, accountId });
  return true;
}

/** A session cookie alone carries the role: of a password, or of a sign-in at the app or a provider. */
function* assertSignsInHere(accountId: string, issuers: readonly string[]): Unit<void> {
  const account = yield* get<Pick<Account, 'emailKey' | 'issuer'>>(SELECT_IDENTITY, accountId);
  const isHere = account?.issuer == null ? account?.emailKey != null : issuers.includes(account.issuer);
  if (!isHere) throw signsInElsewhere();
}

function* takeRole(role: Role, accountId: string, by: ActorAt): Unit<boolean> {
  if (role === 'admin') yield* assertNotLastAdmin(accountId);
  if ((yield* run(taking(COLUMNS[role]), accountId)) === 0) return false;
  yield* recordEvent({ ...by, kind: `${role}.removed`, accountId });
  return true;
}

/** Keeps one administrator, in the unit that ends an account's part in the administration. @throws Problem 409. */
export function* assertNotLastAdmin(accountId: string): Unit<void> {
  const isAdmin = (yield* get<Since>(SELECT, accountId))?.admin ?? null;
  if (isAdmin !== null && (yield* get(SELECT_ANOTHER_ADMIN, accountId)) === undefined) throw lastAdministrator();
}

const lastAdministrator = () =>
  new Problem(409, 'this is the last administrator: give another account the role first', {
    code: 'last_administrator',
  });

const signsInElsewhere = () =>
  new Problem(409, 'this account signs in at another issuer, whose tokens never carry the administrator role', {
    code: 'other_issuer',
  });

const unverifiedEmail = (role: Role, accountId: string) =>
  new Problem(
    409,
    `the email of this account is not confirmed and may belong to somebody else: let the user confirm it first, or run npm run account -- ${role} ${accountId} --unverified`,
    { code: 'unverified_email' },
  );
