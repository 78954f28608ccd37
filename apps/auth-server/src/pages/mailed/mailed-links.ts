import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings';
import { cookieName, ownCookie } from '../../http/answers/own-cookie';
import type { Reply } from '../../http/answers/reply';
import { Pages } from '../rendering/pages';
import type { Visit } from '../rendering/visit';

const NAME = 'consentry_mailed';

/** The pages that links in mails open. */
export type MailedPage = '/verify' | '/password/reset' | '/account/email/confirm';

/** Seconds; the token itself is over no later. */
const KEPT = 1_800;

/** What we mail; nothing else is kept. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Takes the token of a mailed link out of the address, where histories, logs and `Referer` would keep it. */
@Injectable()
export class MailedLinks {
  constructor(
    private readonly pages: Pages,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Leads to the same page without the token, which a cookie for this page alone keeps; `null` where there is none. */
  keep({ query }: Visit, page: MailedPage): Reply | null {
    const token = query.get('token');
    if (token === null) return null;
    const cookie = TOKEN.test(token) ? this.cookie(page, token, KEPT) : this.forget(page);
    return this.pages.redirect(page, { 'set-cookie': cookie });
  }

  /** @returns '' where the browser has none, which is no token. */
  tokenOf({ cookies }: Visit): string {
    return cookies[cookieName(this.settings, NAME, '__Secure-')] ?? '';
  }

  /** A `Set-Cookie` header. */
  forget(page: MailedPage): string {
    return this.cookie(page, '', 0);
  }

  private cookie(page: MailedPage, token: string, maxAge: number): string {
    return ownCookie(this.settings, NAME, { value: token, maxAge, path: this.settings.pathPrefix + page });
  }
}
