import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AccountRoles } from '../../model/accounts/account-roles';
import { Problem } from '../../platform/http/answers/problem';
import { callerOf } from '../../model/sessions/signed-in.guard';

/** Stands behind `SignedInGuard`. */
@Injectable()
export class DeveloperGuard implements CanActivate {
  constructor(private readonly roles: AccountRoles) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { id } = callerOf(context).account;
    if ((await this.roles.rolesOf(id)).includes('developer')) return true;
    const command = `npm run account -- developer ${id}`;
    throw new Problem(403, `this account may not register or change applications; ask the operator to run ${command}`);
  }
}
