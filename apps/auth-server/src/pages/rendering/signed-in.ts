import { Injectable } from '@nestjs/common';
import { Reply } from '../../http/answers/reply';
import type { Caller } from '../../sessions/caller';
import { Callers } from '../../sessions/callers';
import { signInPath } from '../sign-in/sign-in-page';
import { Pages } from './pages';
import type { Visit } from './visit';

/** Cuts such a page off from a window that opened it. Not consent and sign-in, which clients open in pop-ups. */
const ALONE = { 'cross-origin-opener-policy': 'same-origin' };

/** Whose page it is, for pages that need a sign-in. */
@Injectable()
export class SignedInPages {
  constructor(
    private readonly callers: Callers,
    private readonly pages: Pages,
  ) {}

  /** @param returnTo where to go on after the sign-in: an own path. */
  async of(visit: Visit, returnTo: string, page: (caller: Caller) => Promise<Reply>): Promise<Reply> {
    const caller = await this.callers.find(visit.credentials);
    if (caller === null) return this.pages.redirect(signInPath(returnTo));
    const { status, body, headers } = await page(caller);
    return new Reply(status, body, { ...ALONE, ...headers });
  }
}
