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
 * Browsers in which accounts have signed in by their passwords. The cookie of each holds an HMAC for each of its accounts;
 * the server stores nothing.
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

  /** Emails the account if this browser is new to it. @returns `Set-Cookie` headers that mark the browser as known. */
  recognise(accountId: string, by: SeenBrowser): string[] {
    if (this.settings.mail === null) return [];
    const own = createHmac('sha256', this.key).update(accountId).digest('base64url').slice(0, LENGTH);
    const marks = this.marksIn(by.cookie);
    if (!marks.includes(own)) this.notices.signedIn(accountId, noticeCause(by));
    const kept = [own, ...marks.filter((mark) => mark !== own)].slice(0, MOST);
    return [ownCookie(this.settings, NAME, { value: kept.join('.'), maxAge: LIFETIME })];
  }

  private marksIn(cookie: string | undefined): string[] {
    const value = cookie === undefined ? undefined : parse(cookie)[cookieName(this.settings, NAME)];
    return (value ?? '').split('.').filter((mark) => mark.length === LENGTH && /^[\w-]+$/.test(mark));
  }
}
