import { parse } from 'cookie';
import type { Settings } from '../config/settings';
import { SESSION_COOKIE, cookieName, ownCookie } from '../http/answers/own-cookie';

/** @param maxAge seconds. */
export const sessionCookie = (settings: Settings, token: string, maxAge: number) =>
  ownCookie(settings, SESSION_COOKIE, { value: token, maxAge });

export const expiredSessionCookie = (settings: Settings) =>
  ownCookie(settings, SESSION_COOKIE, { value: '', maxAge: 0 });

export const readSessionCookie = (settings: Settings, header: string | undefined): string | undefined =>
  header === undefined ? undefined : parse(header)[cookieName(settings, SESSION_COOKIE)];
