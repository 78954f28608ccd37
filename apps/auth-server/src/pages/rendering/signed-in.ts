import { Injectable } from '@nestjs/common';
import { AccountRoles } from '../../model/accounts/account-roles';
import { Reply } from '../../platform/http/answers/reply';
import type { Caller, CallerAccount } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { LoginElsewhere } from '../sign-in/login-elsewhere';
import { signInPath } from '../sign-in/sign-in-page';
import { ownPath } from './own-path';
import { Pages } from './pages';
import { type Visit, addressOf } from './visit';

/** Cuts such a page off from a window that opened it. Not consent and sign-in, which clients open in pop-ups. */
const ALONE = { 'cross-origin-opener-policy': 'same-origin' };

export type SignedInAccount = CallerAccount & { isAdministrator: boolean };

type SignedInCaller = Caller & { account: SignedInAccount };

/** Whose page it is, for pages that need a sign-in. */
@Injectable()
export class SignedInPages {
  constructor(
    private readonly callers: Callers,
    private readonly roles: AccountRoles,
    private readonly pages: Pages,
    private readonly elsewhere: LoginElsewhere,
  ) {}

  /** @param returnTo where to go on after the sign-in: an own path. */
  async of(visit: Visit, returnTo: string, page: (caller: SignedInCaller) => Promise<Reply>): Promise<Reply> {
    const caller = await this.callers.find(visit.credentials);
    if (caller === null) return this.pages.redirect(signInPath(returnTo));
    const confirming = await this.elsewhere.confirm(visit, caller, ownPath(addressOf(visit)) ?? returnTo);
    if (confirming !== null) return confirming;
    const isAdministrator = (await this.roles.rolesOf(caller.account.id)).includes('admin');
    const { status, body, headers } = await page({ ...caller, account: { ...caller.account, isAdministrator } });
    return new Reply(status, body, { ...ALONE, ...headers });
  }
}
