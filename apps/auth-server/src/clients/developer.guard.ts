import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AccountRepository } from '../accounts/account.repository';
import { SETTINGS, type Settings } from '../config/settings';
import { Problem } from '../http/answers/problem';
import { callerOf } from '../sessions/signed-in.guard';

/** Stands behind `SignedInGuard`. */
@Injectable()
export class DeveloperGuard implements CanActivate {
  constructor(
    private readonly accounts: AccountRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.settings.developers === 'all') return true;
    const { id } = callerOf(context).account;
    const account = await this.accounts.findOpen(id);
    if ((account?.developerSince ?? null) !== null) return true;
    const command = `npm run account -- developer ${id}`;
    throw new Problem(403, `this account may not register applications; ask the operator to run ${command}`);
  }
}
