import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { type Unit, get, run } from '../../platform/database/sql';
import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { type IssuerClaims, formatIssuerClaims, isNews } from '../../protocol/token/issuer-claims';
import type { Account } from './account.entity';

/** Case-insensitive. */
export const emailKeyOf = (email: string) => email.normalize('NFC').toLowerCase();

export interface NewAccount {
  email: string;
  name: string;
  passwordHash: string;
}

export type AccountProfile = Pick<Account, 'id' | 'name' | 'email' | 'emailVerifiedAt'>;

/** What a claims source is given of an account. */
export type DescribedAccount = Pick<Account, 'id' | 'name' | 'email' | 'issuer' | 'subject' | 'claims'>;

const SELECT = `SELECT id, email, email_key AS "emailKey", email_verified_at AS "emailVerifiedAt", name,
    password_hash AS "passwordHash", issuer, subject, claims, created_at AS "createdAt",
    developer_since AS "developerSince", admin_since AS "adminSince", disabled_at AS "disabledAt",
    notices_off_at AS "noticesOffAt", closed_at AS "closedAt"
  FROM accounts WHERE`;
const SELECT_BY_EMAIL = `${SELECT} email_key = ? AND closed_at IS NULL`;
const SELECT_OPEN = `${SELECT} id = ? AND closed_at IS NULL`;
const SELECT_FOREIGN = `${SELECT} issuer = ? AND subject = ?`;
const INSERT = `INSERT INTO accounts (id, email, email_key, name, password_hash, issuer, subject, claims, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
/** Gives a closed account back to its person. Its pending revocation would also end grants that the person gives anew. */
const REOPEN = `UPDATE accounts SET email = ?, name = ?, issuer = ?, subject = ?, claims = ?, created_at = ?,
    developer_since = NULL, notices_off_at = NULL, closed_at = NULL
  WHERE id = ? AND closed_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM pending_revocations p WHERE p.kind = 'account' AND p.subject = accounts.id)`;
const SELECT_DESCRIBED = `SELECT id, name, email, issuer, subject, claims FROM accounts
  WHERE id = ? AND closed_at IS NULL`;
const SELECT_PROFILE = `SELECT id, name, email, email_verified_at AS "emailVerifiedAt" FROM accounts
  WHERE id = ? AND closed_at IS NULL`;
const SELECT_SUBJECT = 'SELECT subject FROM accounts WHERE id = ? AND closed_at IS NULL';
const RENEW = 'UPDATE accounts SET name = ?, email = ?, email_verified_at = ? WHERE id = ? AND closed_at IS NULL';
const SELECT_CLAIMS = 'SELECT claims FROM accounts WHERE id = ? AND closed_at IS NULL';
const SET_CLAIMS = 'UPDATE accounts SET claims = ? WHERE id = ?';

export interface ForeignIdentity {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  claims: IssuerClaims | null;
}

@Injectable()
export class AccountRepository {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async findByEmail(email: string): Promise<Account | null> {
    return (await this.units.get<Account>(SELECT_BY_EMAIL, emailKeyOf(email))) ?? null;
  }

  /** What clients may learn of an open account. */
  async findProfile(id: string): Promise<AccountProfile | null> {
    return (await this.units.get<AccountProfile>(SELECT_PROFILE, id)) ?? null;
  }

  /** An open account. */
  async findDescribed(id: string): Promise<DescribedAccount | null> {
    return (await this.units.get<DescribedAccount>(SELECT_DESCRIBED, id)) ?? null;
  }

  async findOpen(id: string): Promise<Account | null> {
    return (await this.units.get<Account>(SELECT_OPEN, id)) ?? null;
  }

  /** @returns `null` if the email is taken. */
  async create({ email, name, passwordHash }: NewAccount, address: string | null): Promise<Account | null> {
    return this.insert(
      { email, emailKey: emailKeyOf(email), name, passwordHash, issuer: null, subject: null },
      address,
    );
  }

  /**
   * Creates the account at the subject's first token; never matches by email. Keeps what the token says of it.
   *
   * @returns `null` with `SUBJECT=theirs` if the subject is another account's id, or its account is still being closed.
   */
  async findForeign(token: ForeignIdentity, address: string | null): Promise<Account | null> {
    const { issuer, subject, name, email, claims } = token;
    const identity = { email, emailKey: null, name, passwordHash: null, issuer, subject };
    const find = () => this.units.get<Account>(SELECT_FOREIGN, issuer, subject);
    const account = (await find()) ?? (await this.insert(identity, address, claims)) ?? (await find()) ?? null;
    if (account === null) return null;
    if (claims !== null && isNews(account.claims, claims)) await this.record(account.id, claims);
    return account;
  }

  /** An account that has come before. */
  async findOfIssuer(issuer: string, subject: string): Promise<Account | null> {
    return (await this.units.get<Account>(SELECT_FOREIGN, issuer, subject)) ?? null;
  }

  /** What its issuer calls the account; `null` for one that is kept here. */
  async findSubject(id: string): Promise<string | null> {
    return (await this.units.get<Pick<Account, 'subject'>>(SELECT_SUBJECT, id))?.subject ?? null;
  }

  /** Keeps what its issuer says now of an account, and nothing else. */
  async renewProfile(
    { id, name, email, emailVerifiedAt }: AccountProfile,
    said: Pick<ForeignIdentity, 'name' | 'email'> & { isEmailVerified: boolean },
  ): Promise<void> {
    const isSame = said.email === email && emailVerifiedAt !== null;
    const verifiedAt =
      said.email === null || !said.isEmailVerified ? null : isSame ? emailVerifiedAt : this.clock.now();
    if (said.name === name && said.email === email && verifiedAt === emailVerifiedAt) return;
    await this.units.run(RENEW, said.name, said.email, verifiedAt, id);
  }

  /** Judged again by the row: of two JWTs at the same moment the newer one counts. */
  private record(id: string, claims: IssuerClaims): Promise<void> {
    return this.units.write(function* (): Unit<void> {
      const row = yield* get<Pick<Account, 'claims'>>(SELECT_CLAIMS, id);
      if (row !== undefined && isNews(row.claims, claims)) yield* run(SET_CLAIMS, formatIssuerClaims(claims), id);
    });
  }

  private insert(
    given: Pick<Account, 'email' | 'emailKey' | 'name' | 'passwordHash' | 'issuer' | 'subject'>,
    address: string | null,
    said: IssuerClaims | null = null,
  ): Promise<Account | null> {
    const now = this.clock.now();
    const isTheirs = given.subject !== null && this.settings.subject === 'theirs';
    const id = isTheirs ? given.subject! : timeOrderedId(now);
    const { email, emailKey, name, passwordHash, issuer, subject } = given;
    const claims = said === null ? null : formatIssuerClaims(said);
    const values = [id, email, emailKey, name, passwordHash, issuer, subject, claims, now];
    return this.units.write(function* (): Unit<Account | null> {
      const isNew = (yield* run(INSERT, ...values)) > 0;
      if (!isNew && !(isTheirs && (yield* run(REOPEN, email, name, issuer, subject, claims, now, id)) > 0)) return null;
      yield* recordEvent({ at: now, kind: 'account.created', accountId: id, address });
      return (yield* get<Account>(SELECT_OPEN, id))!;
    });
  }
}
