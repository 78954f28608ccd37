import { Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { AccountChanges } from '../../model/own-account/account-changes';
import { AccountDirectory } from '../../model/accounts/account-directory';
import type { Account } from '../../model/accounts/account.entity';
import { AccountRepository } from '../../model/accounts/account.repository';
import { AccountRoles } from '../../model/accounts/account-roles';
import { AccountSwitch } from '../../model/accounts/account-switch';
import { PasswordResets } from '../../model/own-account/password-resets';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { GrantRepository } from '../../model/grants/grant.repository';
import { Problem, notFound } from '../../platform/http/answers/problem';
import { ApiProblem } from '../../platform/http/docs/api-docs';
import { QueryText } from '../../platform/http/edge/edge-request';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { AccountSessions } from '../../model/sessions/account-sessions';
import {
  AccountDetailView,
  AccountPageView,
  GiveRolesDto,
  SwitchAccountDto,
  toAccountDetailView,
  toAdministeredAccountView,
} from './accounts.view';
import { type Administrator, CurrentAdministrator, ForAdministrators } from './administrator.guard';
import { PAGE_SIZE, pageOf, readCursor, readPlace, readQuery } from './list-query';

@ForAdministrators()
@Controller('api/admin/accounts')
export class AdministeredAccountsController {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly accounts: AccountRepository,
    private readonly changes: AccountChanges,
    private readonly switches: AccountSwitch,
    private readonly roles: AccountRoles,
    private readonly sessions: AccountSessions,
    private readonly grants: GrantRepository,
    private readonly resets: PasswordResets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List accounts, the newest first; with email, those whose email begins with it, in alphabetical order',
  })
  @ApiQuery({ name: 'email', required: false })
  @ApiQuery({ name: 'cursor', required: false })
  @ApiOkResponse({ type: AccountPageView })
  @ApiProblem(400)
  async list(@QueryText() query: string): Promise<AccountPageView> {
    const { email, cursor } = readQuery(query, ['email', 'cursor']);
    if (email === undefined) {
      const newest = await this.directory.newest(readPlace(cursor), PAGE_SIZE + 1);
      return pageOf(newest, toAdministeredAccountView, ({ createdAt, id }) => `${createdAt} ${id}`);
    }
    const found = await this.directory.withEmail(email, readCursor(cursor), PAGE_SIZE + 1);
    return pageOf(found, toAdministeredAccountView, ({ emailKey }) => emailKey ?? '');
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get an account that is not closed' })
  @ApiOkResponse({ type: AccountDetailView })
  async show(@Param('id') id: string): Promise<AccountDetailView> {
    const account = await this.directory.find(id);
    if (account === undefined) throw notFound();
    return toAccountDetailView(account);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Disable or enable an account',
    description: `When it is disabled, its sessions and grants end, services that read the revocations refuse its access tokens within a second, and a
sign-in is answered like a wrong password. Its applications stay. When it is enabled, it can sign in again; what ended stays ended.`,
  })
  @ApiOkResponse({ type: AccountDetailView })
  @ApiProblem(400, 403, 409, 413, 415)
  async switch(
    @Param('id') id: string,
    @CheckedBody() { disabled }: SwitchAccountDto,
    @CurrentAdministrator() by: Administrator,
  ): Promise<AccountDetailView> {
    const account = await this.getOther(id, by);
    await (disabled ? this.switches.disable(account.id, by) : this.switches.enable(account.id, by));
    return this.show(id);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Close an account: sessions, grants and applications end, email and name are erased' })
  @ApiNoContentResponse()
  @ApiProblem(403, 409)
  async close(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    if (!(await this.changes.close(await this.getOther(id, by), by)))
      throw new Problem(409, 'the account was changed at the same time; try again');
  }

  @Put(':id/roles')
  @ApiOperation({ summary: 'Give an account these roles, and remove all others' })
  @ApiOkResponse({ type: AccountDetailView })
  @ApiProblem(400, 403, 409, 413, 415)
  async giveRoles(
    @Param('id') id: string,
    @CheckedBody() { roles }: GiveRolesDto,
    @CurrentAdministrator() by: Administrator,
  ): Promise<AccountDetailView> {
    const { id: accountId } = await this.get(id);
    await this.roles.set(accountId, roles, by);
    return this.show(id);
  }

  @Delete(':id/sessions')
  @HttpCode(204)
  @ApiOperation({ summary: 'Sign an account out everywhere, as at DELETE /api/sessions?all=true' })
  @ApiNoContentResponse()
  @ApiProblem(403)
  async endSessions(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    const { id: accountId } = await this.get(id);
    await this.sessions.endAll(null, { ...by, accountId, now: this.clock.now() });
  }

  @Delete(':id/grants')
  @HttpCode(204)
  @ApiOperation({ summary: 'End the access of all applications to an account' })
  @ApiNoContentResponse()
  @ApiProblem(403)
  async endGrants(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    const { id: accountId } = await this.get(id);
    await this.grants.endAll(accountId, by);
  }

  @Post(':id/password-reset')
  @HttpCode(202)
  @ApiOperation({ summary: 'Send the account an email with a link to set a new password' })
  @ApiAcceptedResponse()
  @ApiProblem(403, 409, 413, 415, 429)
  async resetPassword(@Param('id') id: string, @CurrentAdministrator() by: Administrator): Promise<void> {
    const isSent = await this.resets.send(await this.get(id), by);
    if (!isSent) throw new Problem(409, 'this account has no password here: it signs in at another issuer');
  }

  private async get(id: string): Promise<Account> {
    const account = await this.accounts.findOpen(id);
    if (account === null) throw notFound();
    return account;
  }

  /** What the own account's page does with a password is not done here without one. */
  private async getOther(id: string, { actorId }: Administrator): Promise<Account> {
    const account = await this.get(id);
    if (account.id === actorId)
      throw new Problem(409, 'this is your own account: use your account page', { code: 'own_account' });
    return account;
  }
}
