import { createHmac, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parse } from 'cookie';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { cookieName, ownCookie } from '../../platform/http/answers/own-cookie';
import { DerivedKeys } from '../keys/derived-keys';
import { AccountNotices, noticeCause } from './account-notices';

const NAME = 'consentry_known';

/** Seconds; browsers keep no cookie for longer (RFC 6265bis §5.5). */
const LIFETIME = 400 * 86_400;

/** Accounts that one browser is known to. */
const MOST = 8;

/** Characters: 132 bits. */
const LENGTH = 22;

interface SeenBrowser {
  userAgent: string | undefined;
  language: string | undefined;
  /** The `Cookie` header. */
  cookie: string | undefined;
}

/**
 * Browsers in which accounts have signed in by their passwords. Each has a cookie with a mark of its accounts, an HMAC that
 * tells nothing to others; the server keeps nothing of it.
 */
@Injectable()
export class KnownBrowsers {
  private readonly key: KeyObject;

  constructor(
    { knownBrowser }: DerivedKeys,
    private readonly notices: AccountNotices,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.key = knownBrowser;
  }

  /** Tells the account where it did not know the browser. @returns the `Set-Cookie` header by which it does from now on, if any. */
  greet(accountId: string, by: SeenBrowser): string[] {
    if (this.settings.mail === null) return [];
    const own = createHmac('sha256', this.key).update(accountId).digest('base64url').slice(0, LENGTH);
    const marks = this.marksIn(by.cookie);
    if (!marks.includes(own)) this.notices.signedIn(accountId, noticeCause(by));
    const kept = [own, ...marks.filter((mark) => mark !== own)].slice(0, MOST);
    return [ownCookie(this.settings, NAME, { value: kept.join('.'), maxAge: LIFETIME })];
  }

  private marksIn(cookie: string | undefined): string[] {
    const value = cookie === undefined ? undefined : parse(cookie)[cookieName(this.settings, NAME)];
    return (value ?? '').split('.').filter((mark) => /^[\w-]{22}$/.test(mark));
  }
}
