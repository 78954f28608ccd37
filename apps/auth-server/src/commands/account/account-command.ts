import { Inject, Injectable, type Type } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { doorIssuers } from '../../platform/config/sign-in-setting';
import { nameOf } from '../../platform/database/open-database';
import { newBodyPipe } from '../../platform/http/validation/body.pipe';
import { Problem } from '../../platform/http/answers/problem';
import { AccountChanges } from '../../model/own-account/account-changes';
import { AccountRoles } from '../../model/accounts/account-roles';
import { StartError } from '../../platform/config/settings-error';
import { ChangeAccountDto } from '../../api/accounts/account.dto';
import { SignUpDto } from '../../model/own-account/sign-up.dto';
import type { Account } from '../../model/accounts/account.entity';
import { AccountRepository, emailKeyOf } from '../../model/accounts/account.repository';
import { PasswordHasher } from '../../model/accounts/passwords/password-hasher';

/** For checking the other fields before the command asks for the password. */
const ANY_PASSWORD = 'any password';

/** No HTTP call has an address for its events. */
const OPERATOR = { address: null };

/** Manages accounts for the operator, by the rules of the API. Methods return the text to print, and throw StartError. */
@Injectable()
export class AccountCommand {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly changes: AccountChanges,
    private readonly roles: AccountRoles,
    private readonly hasher: PasswordHasher,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param ask for the password, called after all other checks. */
  async add(email: string, name = email.replace(/@[^@]*$/, ''), ask: () => Promise<string>): Promise<string> {
    await check(SignUpDto, { email, name, password: ANY_PASSWORD });
    if ((await this.accounts.findByEmail(email)) !== null) throw taken(email);
    const password = await ask();
    await check(SignUpDto, { email, name, password });
    const account = await this.accounts.create(
      { email, name, passwordHash: await this.hash(password, { email, name }) },
      null,
    );
    if (account === null) throw taken(email);
    return `${email} now has an account`;
  }

  async setPassword(email: string, endGrants: boolean, ask: () => Promise<string>): Promise<string> {
    const { name } = await this.get(email);
    const password = await ask();
    await check(ChangeAccountDto, { password });
    const passwordHash = await this.hash(password, { email, name });
    const account = await this.get(email);
    const change = { passwordHash, endGrants };
    if (!(await inLines(this.changes.change(account, change, { keep: null, address: null })))) throw changed(email);
    return `${email} has a new password; its sessions ${endGrants ? 'and grants ' : ''}were ended`;
  }

  async addDeveloper(emailOrId: string, isUnverifiedTaken: boolean): Promise<string> {
    const account = await this.getByEither(emailOrId);
    const isNew = await spelt(this.roles.give('developer', account.id, { ...OPERATOR, isUnverifiedTaken }));
    return `${emailOrId} can ${isNew ? 'now' : 'already'} register applications (${recognised(account)})`;
  }

  async removeDeveloper(emailOrId: string): Promise<string> {
    const { id } = await this.getByEither(emailOrId);
    if (!(await this.roles.take('developer', id, OPERATOR))) return `${emailOrId} does not have the role`;
    return `${emailOrId} can no longer register applications; its applications are kept`;
  }

  async addAdministrator(emailOrId: string, isUnverifiedTaken: boolean): Promise<string> {
    const account = await this.getByEither(emailOrId);
    const isNew = await spelt(this.roles.give('admin', account.id, { ...OPERATOR, isUnverifiedTaken }));
    return `${emailOrId} is ${isNew ? 'now' : 'already'} an administrator (${recognised(account)})`;
  }

  async removeAdministrator(emailOrId: string): Promise<string> {
    const { id } = await this.getByEither(emailOrId);
    if (!(await spelt(this.roles.take('admin', id, OPERATOR)))) return `${emailOrId} does not have the role`;
    return `${emailOrId} is no longer an administrator`;
  }

  async changeClaims(emailOrId: string): Promise<string> {
    const { id } = await this.getByEither(emailOrId);
    if (!(await this.changes.changeClaims(id, null))) throw changed(emailOrId);
    return `${emailOrId} no longer has valid access tokens; applications get new ones with their refresh tokens`;
  }

  async remove(emailOrId: string): Promise<string> {
    if (!(await spelt(this.changes.close(await this.getByEither(emailOrId), OPERATOR)))) throw changed(emailOrId);
    return `${emailOrId} no longer has an account`;
  }

  private hash(password: string, { email, name }: { email: string; name: string | null }): Promise<string> {
    return inLines(this.hasher.hash(password, { name, emailKey: emailKeyOf(email), address: null }));
  }

  private async get(email: string): Promise<Account> {
    return (await this.accounts.findByEmail(email)) ?? this.refuse(email);
  }

  /** An account of a trusted issuer is found by id alone, which may look like an email. */
  private async getByEither(emailOrId: string): Promise<Account> {
    const { accounts } = this;
    return (await accounts.findByEmail(emailOrId)) ?? (await accounts.findOpen(emailOrId)) ?? this.refuse(emailOrId);
  }

  private refuse(given: string): never {
    const elsewhere =
      doorIssuers(this.settings).length > 0 ? '; an account that signs in elsewhere is named by its id' : '';
    throw new StartError(
      `there is no account ${JSON.stringify(given)} in ${nameOf(this.settings.database)}${elsewhere}`,
    );
  }
}

/** A rule that the API has too. */
async function spelt<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof Problem ? new StartError(error.detail) : error;
  }
}

async function check(dto: Type, fields: object): Promise<void> {
  await inLines(newBodyPipe().transform(fields, { type: 'body', metatype: dto }));
}

/** Spells each field of a refusal on a line of its own. */
async function inLines<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new StartError((error.more.errors ?? []).map(({ field, detail }) => `${field} ${detail}`).join('\n'));
  }
}

/** Names what shows an operator that a stranger signed up with this email. */
function recognised({ id, createdAt, issuer, emailVerifiedAt }: Account): string {
  const proof = issuer === null ? `email ${emailVerifiedAt === null ? 'not ' : ''}verified` : `of ${issuer}`;
  return `id ${id}, created ${new Date(Number(createdAt)).toISOString()}, ${proof}`;
}

const taken = (email: string) => new StartError(`${email} already has an account`);
const changed = (email: string) => new StartError(`${email} was changed at the same time; try again`);
