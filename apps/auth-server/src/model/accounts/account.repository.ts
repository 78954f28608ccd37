import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { isUniqueViolation } from '../../platform/database/database-error';
import { type Unit, get, run } from '../../platform/database/sql';
import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { Units } from '../../platform/database/units';
import { insertEvent } from '../../platform/events/events';
import { type IssuerClaims, formatIssuerClaims, isNews } from '../../protocol/token/issuer-claims';
import { Account } from './account.entity';

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

const NEW = { developerSince: null, adminSince: null, disabledAt: null, closedAt: null };

const SELECT_DESCRIBED = `SELECT id, name, email, issuer, subject, claims FROM accounts
  WHERE id = ? AND closed_at IS NULL`;
const SELECT_PROFILE = `SELECT id, name, email, email_verified_at AS "emailVerifiedAt" FROM accounts
  WHERE id = ? AND closed_at IS NULL`;
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
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  findByEmail(email: string): Promise<Account | null> {
    return this.accounts.findOneBy({ emailKey: emailKeyOf(email), closedAt: IsNull() });
  }

  /** What clients may learn of an open account. By a unit: every call of userinfo reads it. */
  async findProfile(id: string): Promise<AccountProfile | null> {
    return (await this.units.get<AccountProfile>(SELECT_PROFILE, id)) ?? null;
  }

  /** An open account. */
  async findDescribed(id: string): Promise<DescribedAccount | null> {
    return (await this.units.get<DescribedAccount>(SELECT_DESCRIBED, id)) ?? null;
  }

  findOpen(id: string): Promise<Account | null> {
    return this.accounts.findOneBy({ id, closedAt: IsNull() });
  }

  /** @returns `null` if the e-mail is taken. */
  async create({ email, name, passwordHash }: NewAccount, address: string | null): Promise<Account | null> {
    return this.insert(
      { email, emailKey: emailKeyOf(email), name, passwordHash, issuer: null, subject: null },
      address,
    );
  }

  /** Creates the account at the subject's first token; never matches by e-mail. Keeps what the token says of it. */
  async getForeign(token: ForeignIdentity, address: string | null): Promise<Account> {
    const { issuer, subject, name, email, claims } = token;
    const identity = { email, emailKey: null, name, passwordHash: null, issuer, subject };
    const account =
      (await this.accounts.findOneBy({ issuer, subject })) ??
      (await this.insert(identity, address, claims)) ??
      (await this.accounts.findOneByOrFail({ issuer, subject }));
    if (claims !== null && isNews(account.claims, claims)) await this.record(account.id, claims);
    return account;
  }

  /** Judged again by the row: of two JWTs at the same moment the newer one counts. */
  private record(id: string, claims: IssuerClaims): Promise<void> {
    return this.units.write(function* (): Unit<void> {
      const row = yield* get<Pick<Account, 'claims'>>(SELECT_CLAIMS, id);
      if (row !== undefined && isNews(row.claims, claims)) yield* run(SET_CLAIMS, formatIssuerClaims(claims), id);
    });
  }

  private async insert(
    given: Pick<Account, 'email' | 'emailKey' | 'name' | 'passwordHash' | 'issuer' | 'subject'>,
    address: string | null,
    claims: IssuerClaims | null = null,
  ): Promise<Account | null> {
    const now = this.clock.now();
    const account: Account = {
      ...{ ...given, id: timeOrderedId(now), emailVerifiedAt: null, createdAt: now },
      ...{ claims: claims === null ? null : formatIssuerClaims(claims), ...NEW },
    };
    try {
      await this.accounts.manager.transaction(async (manager) => {
        await manager.insert(Account, account);
        await insertEvent(manager, { at: now, kind: 'account.created', accountId: account.id, address });
      });
      return account;
    } catch (error) {
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }
}
