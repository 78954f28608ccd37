import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ApiSignedIn } from '../../platform/http/docs/api-docs';
import { OwnOrigin } from '../../platform/http/edge/route-facts';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { AccountRoles, ROLES, type Role } from '../../model/accounts/account-roles';

export class RolesView {
  @ApiProperty({ enum: ROLES, isArray: true, example: ['developer'] })
  roles: Role[];
}

@ApiTags('accounts')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@OwnOrigin()
@Controller('api/account/roles')
export class RolesController {
  constructor(private readonly roles: AccountRoles) {}

  @Get()
  @ApiOperation({
    summary: 'Get the roles of the account: developer may register applications, admin may administer this server',
  })
  @ApiOkResponse({ type: RolesView })
  async show(@CurrentCaller() { account, sessionId }: Caller): Promise<RolesView> {
    const roles = await this.roles.rolesOf(account.id);
    // A trusted issuer's token never carries the admin role.
    return { roles: roles.filter((role) => role !== 'admin' || sessionId !== null) };
  }
}
