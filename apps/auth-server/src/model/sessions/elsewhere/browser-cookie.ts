import { parse } from 'cookie';
import type { Settings } from '../../../platform/config/settings';
import { cookieName, ownCookie } from '../../../platform/http/answers/own-cookie';
import { randomToken } from '../../../protocol/token/opaque-secret';

const NAME = 'consentry_browser';

/** Seconds. */
const LIFETIME = 86_400;

const TOKEN = /^[\w-]{43}$/;

/** The secret of a browser, one for all its tabs: a sign-in lands where it was begun. `null`: it has none. */
export function readBrowser(settings: Settings, header: string | undefined): string | null {
  const value = header === undefined ? undefined : parse(header)[cookieName(settings, NAME)];
  return value !== undefined && TOKEN.test(value) ? value : null;
}

/** @returns the browser's secret, new where it has none, and the `Set-Cookie` header that keeps it. */
export function keepBrowser(settings: Settings, header: string | undefined): { browser: string; cookie: string } {
  const browser = readBrowser(settings, header) ?? randomToken();
  return { browser, cookie: ownCookie(settings, NAME, { value: browser, maxAge: LIFETIME }) };
}
