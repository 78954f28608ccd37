import { Inject, Injectable } from '@nestjs/common';
import { serialize } from 'cookie';
import { SETTINGS, type Settings } from '../../config/settings';
import type { Reply } from '../../http/answers/reply';
import { Pages } from '../rendering/pages';
import type { Visit } from '../rendering/visit';

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
    return cookies[this.name] ?? '';
  }

  /** A `Set-Cookie` header. */
  forget(page: MailedPage): string {
    return this.cookie(page, '', 0);
  }

  private cookie(page: MailedPage, token: string, maxAge: number): string {
    const path = this.settings.pathPrefix + page;
    return serialize(this.name, token, { path, maxAge, httpOnly: true, sameSite: 'lax', secure: this.isHttps });
  }

  private get name(): string {
    return `${this.isHttps ? '__Secure-' : ''}consentry_mailed`;
  }

  private get isHttps(): boolean {
    return this.settings.issuer.startsWith('https:');
  }
}
