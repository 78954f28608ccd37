import { Controller, Delete, HttpCode, Patch, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiExample, ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { OwnOrigin } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { AccountNotices, noticeCause } from '../../model/notices/account-notices';
import type { Caller, Credentials } from '../../model/sessions/caller';
import { CallerCredentials, CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { AccountChanges } from '../../model/own-account/account-changes';
import { ChangeAccountDto, CloseAccountDto } from './account.dto';
import { AccountView, toAccountView } from '../../model/accounts/account.view';
import { OwnAccount, wrongPassword } from '../../model/own-account/own-account';
import { PasswordHasher } from '../../model/accounts/passwords/password-hasher';

@ApiTags('accounts')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@OwnOrigin()
@Controller('api/account')
export class AccountController {
  constructor(
    private readonly own: OwnAccount,
    private readonly changes: AccountChanges,
    private readonly hasher: PasswordHasher,
    private readonly notices: AccountNotices,
  ) {}

  @Patch()
  @ApiExample(ChangeAccountDto, { name: 'Ada Lovelace', current_password: 'a password of Ada' })
  @ApiOperation({
    summary: 'Change the name or the password; a new password ends the other sessions',
    description: `A new password ends the other sign-in sessions, with the codes, approved device codes and undecided consent
sessions that were given in them, and the refresh tokens of OpenID Connect requests made in them, unless offline_access
was granted. Applications that the account connected by other requests keep their access, unless end_grants is true.`,
  })
  @ApiOkResponse({ type: AccountView })
  @ApiProblem(400, 403, 413, 415, 429, 503)
  async change(
    @CurrentCaller() caller: Caller,
    @CheckedBody() { name, password, end_grants, current_password }: ChangeAccountDto,
    @CallerCredentials() credentials: Credentials,
  ): Promise<AccountView> {
    const { address } = credentials;
    const account = await this.own.prove(caller, current_password, address);
    const hashing = { name: name ?? account.name, emailKey: account.emailKey ?? account.id, address };
    const passwordHash = password === undefined ? undefined : await this.hasher.hash(password, hashing);
    const by = { keep: caller.sessionId, address };
    const change = { name, passwordHash, endGrants: end_grants };
    if (!(await this.changes.change(account, change, by))) throw wrongPassword();
    if (password !== undefined) this.notices.passwordChanged(account.id, noticeCause(credentials));
    return toAccountView({ ...account, name: name ?? account.name });
  }

  @Delete()
  @HttpCode(204)
  @ApiExample(CloseAccountDto, { current_password: 'a password of Ada' })
  @ApiOperation({ summary: 'Close the account: sessions, grants and applications end, email and name are erased' })
  @ApiNoContentResponse()
  @ApiProblem(400, 403, 409, 413, 415, 429, 503)
  async close(
    @CurrentCaller() caller: Caller,
    @CheckedBody() { current_password }: CloseAccountDto,
    @CallerAddress() address: string,
  ): Promise<void> {
    const account = await this.own.prove(caller, current_password, address);
    if (!(await this.changes.close(account, { address }))) throw wrongPassword();
  }
}
