import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { CLOCK, type Clock } from '../config/clock';
import { isUniqueViolation } from '../database/database-error';
import { timeOrderedId } from '../database/time-ordered-id';
import { insertEvent } from '../events/events';
import { Account } from './account.entity';

/** Case-insensitive. */
export const emailKeyOf = (email: string) => email.normalize('NFC').toLowerCase();

export interface NewAccount {
  email: string;
  name: string;
  passwordHash: string;
}

export interface ForeignIdentity {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
}

@Injectable()
export class AccountRepository {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  findByEmail(email: string): Promise<Account | null> {
    return this.accounts.findOneBy({ emailKey: emailKeyOf(email), closedAt: IsNull() });
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

  /** Creates the account at the subject's first token; never matches by e-mail. */
  async getForeign({ issuer, subject, name, email }: ForeignIdentity, address: string | null): Promise<Account> {
    const known = await this.accounts.findOneBy({ issuer, subject });
    if (known !== null) return known;
    const made = await this.insert({ email, emailKey: null, name, passwordHash: null, issuer, subject }, address);
    return made ?? this.accounts.findOneByOrFail({ issuer, subject });
  }

  private async insert(
    given: Omit<Account, 'id' | 'createdAt' | 'developerSince' | 'closedAt'>,
    address: string | null,
  ): Promise<Account | null> {
    const now = this.clock.now();
    const account: Account = { ...given, id: timeOrderedId(now), createdAt: now, developerSince: null, closedAt: null };
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
